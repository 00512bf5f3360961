/** For zsh 5 and later: to be sourced after compinit, or to be saved as a file of $fpath. Nothing of the line is evaluated. */
export const zshScript = (name: string): string => `#compdef ${name} kubectl-${name}
# zsh completion for ${name}

_${name}() {
    local program=\${(Q)words[1]} tab=$'\\t' line value about
    local -a typed lines described
    [[ $program == '~/'* ]] && program=$HOME/\${program#'~/'}
    (( $+commands[$program] )) || [[ -x $program ]] || program=${name}
    (( CURRENT > 2 )) && typed=("\${(@Q)words[2,CURRENT-1]}")
    lines=("\${(@f)$("$program" __complete -- "\${typed[@]}" "\${(Q)PREFIX}" </dev/null 2>/dev/null)}")
    [[ $lines[-1] == :<-> ]] || return 1
    local -i directive=\${lines[-1]#:}
    lines[-1]=()
    for line in "\${lines[@]}"; do
        value=\${line%%$tab*}
        about=\${line#$value}
        described+=("\${\${value//\\\\/\\\\\\\\}//:/\\\\:}\${about/$tab/:}")
    done

    # After --flag= the value is completed.
    [[ $PREFIX == -*=* ]] && compset -P 1 '*='
    if (( $#described )); then
        local -a space
        (( directive & 2 )) && space=(-S '')
        _describe -t values ${name} described "\${space[@]}"
    elif (( ! (directive & 4) )); then
        _files
    else
        return 1
    fi
}

if [[ $funcstack[1] == _${name} ]]; then
    _${name} "$@"
elif (( $+functions[compdef] )); then
    compdef _${name} ${name} kubectl-${name}
fi
`
