# Completions of bcast-lower for fish; `bcast-lower --generate=complete-fish` writes them.

# Whether the first argument is one of these commands.
function __bcast_lower_runs
    set -l words (commandline -opc)
    set -q words[2]; and contains -- $words[2] $argv
end

# Whether nothing stands before the argument that is typed.
function __bcast_lower_is_first
    test (count (commandline -opc)) -eq 1
end

# Prints the value that is typed, without its option, quotes and escapes.
function __bcast_lower_typed
    commandline -ct | string replace -r -- '^--?[\w-]+=' '' | string trim -l -c '"\'' |
        string unescape
end

# Prints the files with one of the extensions, and directories, that begin with the second
# argument, behind the first one; any files if there are none.
function __bcast_lower_files_behind -a before typed
    set -l files (complete -C "__fish_command_without_completions "(string escape -- $typed))
    set -l extensions (string join '|' $argv[3..-1])
    set -l fitting (string match --entire --regex "(?:/|\.(?:$extensions))\$" $files)
    set -q fitting[1]; or set fitting $files
    set -q fitting[1]; and printf '%s\tfile\n' $before$fitting
end

function __bcast_lower_files
    __bcast_lower_files_behind '' (__bcast_lower_typed) $argv
end

# Prints the complete items of a list.
function __bcast_lower_before
    string match --regex "^.*[$argv[1]]" (__bcast_lower_typed); or echo
end

function __bcast_lower_tables
    set -l before (__bcast_lower_before ,)
    printf '%s\tbuilt-in table\n' $before(string split ' ' '@tables')
    __bcast_lower_files_behind $before (string split -r -m 1 -f 2 , ,(__bcast_lower_typed)) toml
end

function __bcast_lower_passes
    printf '%s\tpass\n' (__bcast_lower_before ,)(string split ' ' '@passes')
end

function __bcast_lower_pipeline
    # Options of a pass are not offered.
    if string match --quiet --regex '\{[^}]*$' (__bcast_lower_typed)
        return
    end
    set -l before (__bcast_lower_before '(,')
    if test -n "$before"
        printf '%s\tpass\n' $before(string split ' ' '@passes')
        printf '%s\top\n' $before'func.func('
    else
        printf '%s\top\n' 'builtin.module('
    end
end

function __bcast_lower_directories
    __fish_complete_directories (__bcast_lower_typed)
end

complete -c bcast-lower -f
complete -c bcast-lower -n 'not __bcast_lower_runs help' -a '(__bcast_lower_files @inputs)'
complete -c bcast-lower -n '__bcast_lower_is_first' -a '@commands'
complete -c bcast-lower -n '__bcast_lower_runs help' -a 'explain compare'
@explain_options
@compare_options
@main_options
