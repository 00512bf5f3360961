/** As shells and envsubst have them, and Terraform: the whole of a value. */
const variable = /^\$(?:\w+|\{[^{}]*\})$/
/** Go, Helm, Jinja; ERB. */
const template = /\{\{.*\}\}|\{%.*%\}|<%.*%>/s

/** What to do with a value that something was to put another in place of; undefined: it is none. */
export function placeholderRemedy(text: string): string | undefined {
  if (variable.test(text)) return 'substitute the variables first, for example with envsubst'
  return template.test(text) ? 'render the template first' : undefined
}
