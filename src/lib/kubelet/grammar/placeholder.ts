/** A variable of a shell, envsubst or Terraform, as the whole value. */
const variable = /^\$(?:\w+|\{[^{}]*\})$/
/** Templates of Go, Helm and Jinja, and of ERB. */
const template = /\{\{.*\}\}|\{%.*%\}|<%.*%>/s

/** The remedy for a value that is still a placeholder; undefined: it is not one. */
export function placeholderRemedy(text: string): string | undefined {
  if (variable.test(text)) return 'substitute the variables first, for example with envsubst'
  return template.test(text) ? 'render the template first' : undefined
}
