/**
 * For bash 3.2 and later, with and without the package bash-completion. The words are sent as they are typed, and nothing is
 * evaluated: completion must not run `$(…)`, nor put it into the line as anything but text, whatever a server answers.
 */
export const bashScript = (name: string): string => `# bash completion for ${name}

_${name}() {
    local program=$1 line=\${COMP_LINE:0:COMP_POINT} tab=$'\\t' i n=-1 longest=0
    local word head out directive value about quote='' quoted letter
    local -a words=() values=() abouts=()
    COMPREPLY=()

    # COMP_WORDBREAKS cuts --flag=value and a:b into pieces: join those without a space between them.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=\${COMP_WORDS[i]}
        if ((i == 0)) || [[ $line == [[:space:]]* ]]; then
            line=\${line#"\${line%%[![:space:]]*}"}
            words[++n]=
        fi
        [[ $line == "$word"* ]] || word=$line
        words[n]+=$word
        line=\${line#"$word"}
    done
    word=\${words[n]}

    # The quote that is open at the end of the word.
    for ((i = 0; i < \${#word}; i++)); do
        letter=\${word:i:1}
        case $quote$letter in
            \\\\ | \\"\\\\) i=$((i + 1)) ;;
            \\" | \\') quote=$letter ;;
            \\"\\" | \\'\\') quote='' ;;
        esac
    done

    [[ $program == "~/"* ]] && program=$HOME/\${program:2}
    type -P -- "$program" >/dev/null || program=${name}
    out=$("$program" __complete --quoted -- "\${words[@]:1}" </dev/null 2>/dev/null)
    directive=\${out##*:}
    case $directive in '' | *[!0-9]*) return ;; esac

    # The end of the word, $2, is what is replaced: take the beginning off.
    head=\${word%"$2"}
    [[ $head == -*=* ]] && head=\${head#*=}
    head=\${head//[\\\\\\"\\']/}
    while IFS= read -r value; do
        [[ -n $value ]] || continue
        about=
        [[ $value == *"$tab"* ]] && about=\${value#*"$tab"}
        value=\${value%%"$tab"*}
        value=\${value#"$head"}
        if [[ $value == *[!-A-Za-z0-9_@%+=:,./]* ]]; then
            # In double quotes, nothing keeps an exclamation mark from being an event of the history.
            [[ $value != *[[:cntrl:]]* && $quote$value != \\"*!* ]] || continue
            quoted=''
            for ((i = 0; i < \${#value}; i++)); do
                letter=\${value:i:1}
                case $quote$letter in
                    \\"[\\\\\\"\\$\\\`]) quoted+=\\\\$letter ;;
                    \\'\\') quoted+="'\\\\''" ;;
                    *) quoted+=$letter ;;
                esac
            done
            [[ -n $quote ]] || printf -v quoted %q "$value"
            value=$quoted
        fi
        ((\${#value} > longest)) && longest=\${#value}
        values+=("$value")
        abouts+=("$about")
    done <<<"\${out%:*}"

    if type -t compopt >/dev/null; then
        ((directive & 2)) && compopt -o nospace
        ((directive & 4)) && compopt +o default
    fi
    # Descriptions only where matches are listed: nothing of them must get into the line.
    for ((i = 0; i < \${#values[@]}; i++)); do
        value=\${values[i]}
        if ((\${#values[@]} > 1 && (COMP_TYPE == 33 || COMP_TYPE == 63 || COMP_TYPE == 64))) && [[ -n \${abouts[i]} ]]; then
            printf -v value "%-\${longest}s  (%s)" "$value" "\${abouts[i]}"
            ((\${#value} < \${COLUMNS:-80})) || value=\${value:0:\${COLUMNS:-80}-2}…
        fi
        COMPREPLY+=("$value")
    done
}

complete -o default -F _${name} ${name} kubectl-${name}
`
