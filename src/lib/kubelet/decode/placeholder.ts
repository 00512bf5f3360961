import type { Tree } from '../model/tree.ts'

/** As shells and envsubst have them, and Terraform: the whole of a value. */
const variable = /^\$(?:\w+|\{[^{}]*\})$/
/** Go, Helm, Jinja; ERB. */
const template = /\{\{.*\}\}|\{%.*%\}|<%.*%>/s

/** What to do with a value that something was to put another in place of; undefined: it is none. */
export function placeholderRemedy(tree: Tree): string | undefined {
  if (tree.type !== 'scalar' || tree.kind !== 'string') return undefined
  if (variable.test(tree.text)) return 'put values in place of variables before, as envsubst does'
  return template.test(tree.text) ? 'render a template before' : undefined
}
