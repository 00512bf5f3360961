/** For fish 3 and later. */
export const fishScript = (name: string): string => `# fish completion for ${name}

function __${name}_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l program $typed[1]
    command -sq -- $program; or set program ${name}
    set -l lines (command $program __complete --quoted -- $typed[2..-1] "$current" </dev/null 2>/dev/null)
    string match -qr '^:\\d+$' -- $lines[-1]; or return
    set -l directive (string sub -s 2 -- $lines[-1])
    set -e lines[-1]
    set -l head (string match -r -- '^-[^=]*=' $current)
    if test (count $lines) -eq 0; and test (math "floor($directive / 4) % 2") -eq 0
        set lines (__fish_complete_path (string replace -r -- '^-[^=]*=' '' $current))
    end
    for line in $lines
        printf '%s%s\\n' "$head" $line
    end
end

complete -c ${name} -e
complete -c ${name} -f -a '(__${name}_complete)'
complete -c kubectl-${name} -e
complete -c kubectl-${name} -f -a '(__${name}_complete)'
`
