#compdef bcast-lower
# Completions of bcast-lower for zsh; `bcast-lower --generate=complete-zsh` writes them.

_bcast_lower_inputs() {
    _files -g '@input_pattern'
}

_bcast_lower_commands_or_inputs() {
    if ((CURRENT != 2)); then
        _bcast_lower_inputs
        return
    fi
    _alternative 'commands:command:(@commands)' 'files:file:_bcast_lower_inputs'
}

_bcast_lower_tables() {
    compset -P '*,'
    _alternative 'tables:built-in rule table:(@tables)' 'files:rule table:_files -g "*.toml(-.)"'
}

_bcast_lower_passes() {
    local expl
    compset -P '*,'
    _wanted passes expl pass compadd - @passes
}

_bcast_lower_pipeline() {
    local expl typed=$IPREFIX$PREFIX
    # Options of a pass are not offered.
    if [[ ${typed##*\}} == *\{* ]]; then
        return 1
    fi
    if compset -P '*[(,]'; then
        _wanted passes expl pass compadd -S '' - 'func.func(' @passes
    else
        _wanted ops expl op compadd -S '' - 'builtin.module('
    fi
}

_bcast-lower() {
    local -a main_options explain_options compare_options
    main_options=(
        @main_options
    )
    explain_options=(
        @explain_options
    )
    compare_options=(
        @compare_options
    )
    if ((CURRENT > 2)) && [[ $words[2] == explain ]]; then
        words=("$words[1]" "${(@)words[3,-1]}")
        ((CURRENT--))
        _arguments -s -S : $explain_options '1:FILE:_bcast_lower_inputs'
    elif ((CURRENT > 2)) && [[ $words[2] == compare ]]; then
        words=("$words[1]" "${(@)words[3,-1]}")
        ((CURRENT--))
        _arguments -s -S : $compare_options '1:FILE:_bcast_lower_inputs'
    elif ((CURRENT > 2)) && [[ $words[2] == help ]]; then
        _wanted commands expl command compadd - explain compare
    else
        _arguments -s -S : $main_options '1:FILE:_bcast_lower_commands_or_inputs'
    fi
}

if [[ $funcstack[1] == _bcast-lower ]]; then
    _bcast-lower "$@"
else
    compdef _bcast-lower bcast-lower
fi
