# Completions of bcast-lower for bash; `bcast-lower --generate=complete-bash` writes them.

# Each of these functions offers values for `$typed`. What they offer begins with `$before`, the
# items of a list that are complete.

_bcast_lower_words() {
    local word
    for word in "$@"; do
        if [[ $word == "$typed"* ]]; then
            COMPREPLY+=("$before$word")
        fi
    done
}

_bcast_lower_directories() {
    local path
    compopt -o filenames 2>/dev/null
    while IFS= read -r path; do
        COMPREPLY+=("$path")
    done < <(compgen -d -- "$typed")
}

# Files with one of the extensions, and directories; any files if there are none.
_bcast_lower_files() {
    local path expanded extension fitting=() all=()
    # Adds a slash to directories, and quotes names.
    compopt -o filenames 2>/dev/null
    while IFS= read -r path; do
        expanded=${path/#'~/'/$HOME/}
        all+=("$before$path")
        if [[ -d $expanded ]]; then
            fitting+=("$before$path${before:+/}")
        fi
        for extension in "$@"; do
            if [[ ! -d $expanded && $path == *."$extension" ]]; then
                fitting+=("$before$path")
            fi
        done
    done < <(compgen -f -- "$typed")
    if ((${#fitting[@]} > 0 && $# > 0)); then
        COMPREPLY+=("${fitting[@]}")
    elif ((${#COMPREPLY[@]} == 0)); then
        COMPREPLY+=("${all[@]}")
    fi
}

# Begins the next item of a list.
_bcast_lower_split() {
    before=$before${typed%"${typed##*[$1]}"}
    typed=${typed##*[$1]}
}

_bcast_lower_tables() {
    _bcast_lower_split ,
    _bcast_lower_words @tables
    _bcast_lower_files toml
}

_bcast_lower_passes() {
    _bcast_lower_split ,
    _bcast_lower_words @passes
}

_bcast_lower_pipeline() {
    compopt -o nospace 2>/dev/null
    # Options of a pass are not offered.
    if [[ ${typed##*\}} == *\{* ]]; then
        return
    fi
    _bcast_lower_split '(,'
    if [[ ${COMP_WORDS[COMP_CWORD]} != [\'\"]* && -z $before ]]; then
        # The shell would interpret the parenthesis.
        if [[ 'builtin.module(' == "$typed"* ]]; then
            COMPREPLY=("'builtin.module(")
        fi
        return
    fi
    if [[ -z $before && 'builtin.module(' == "$typed"* ]]; then
        before='builtin.module(' typed=
    fi
    if [[ -n $before ]]; then
        _bcast_lower_words 'func.func(' @passes
    fi
    # Bash closes the quote behind the only word.
    if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} != *\( ]]; then
        COMPREPLY=("${COMPREPLY[0]}," "${COMPREPLY[0]})")
    fi
}

_bcast_lower_values() {
    case $1 in
        @values
        *) return 1 ;;
    esac
}

_bcast_lower() {
    local typed=$2 previous=$3 before= option= attached= index
    COMPREPLY=()
    # Bash splits `--option=value` into three words, unless the user has changed that.
    if [[ ${COMP_WORDS[COMP_CWORD]} == = ]]; then
        option=$previous
    elif [[ $previous == = ]] && ((COMP_CWORD > 1)); then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $typed == -*=* ]]; then
        option=${typed%%=*}
        attached=$option=
        typed=${typed#*=}
    else
        case $previous in
            @required) option=$previous ;;
        esac
    fi
    if [[ -n $option ]]; then
        # Long options may have a single dash.
        if [[ $option == -[^-]?* ]]; then
            option=-$option
        fi
        _bcast_lower_values "$option"
        for index in "${!COMPREPLY[@]}"; do
            COMPREPLY[index]=$attached${COMPREPLY[index]}
        done
        return
    fi
    if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == help ]]; then
        _bcast_lower_words explain compare
    elif [[ $typed == -* ]]; then
        if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == explain ]]; then
            _bcast_lower_words @explain_options
        elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == compare ]]; then
            _bcast_lower_words @compare_options
        else
            _bcast_lower_words @main_options
        fi
        if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
            compopt -o nospace 2>/dev/null
        fi
    else
        if ((COMP_CWORD == 1)); then
            _bcast_lower_words @commands
        fi
        _bcast_lower_files @inputs
    fi
}

complete -F _bcast_lower bcast-lower
