/** For fish 3 and later. */
export const fishScript = (name: string): string => `# fish completion for ${name}

# Looks up the candidates. Fails when fish is to complete files instead.
function __${name}_candidates
    set -g __${name}_found
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l program $typed[1]
    command -sq -- $program; or set program ${name}
    set -l lines (command $program __complete --quoted -- $typed[2..-1] "$current" </dev/null 2>/dev/null)
    string match -qr '^:\\d+$' -- $lines[-1]; or return 1
    set -l directive (string sub -s 2 -- $lines[-1])
    set -e lines[-1]
    set -l head (string match -r -- '^-[^=]*=' $current)
    for line in $lines
        set -a __${name}_found "$head$line"
    end
    test (count $lines) -gt 0; or test (math "floor($directive / 4) % 2") -eq 1
end

for command in ${name} kubectl-${name}
    complete -c $command -e
    complete -c $command -n __${name}_candidates -f -a '$__${name}_found'
end
`
