import { quote } from './quote.ts'
import { isSecret } from './redact.ts'
import type { ScalarKind, Tree } from './tree.ts'

const nouns: Readonly<Record<ScalarKind, string>> = {
  null: 'null',
  bool: 'boolean',
  int: 'integer',
  float: 'number',
  string: 'string',
}

/** The type of what was found, for a message: `a string`, `an integer`, `a list`. */
export function describeType(tree: Tree): string {
  if (tree.type === 'list') return 'a list'
  if (tree.type === 'map') return 'a mapping'
  if (tree.kind === 'null') return 'null'
  return `${tree.kind === 'int' ? 'an' : 'a'} ${nouns[tree.kind]}`
}

/** What was found at a path, for a message: `string 'x'`, `integer 5`, `a list`. Of secrets, only the type. */
export function describe(tree: Tree, path: string): string {
  if (tree.type !== 'scalar' || tree.kind === 'null' || isSecret(path)) return describeType(tree)
  return `${nouns[tree.kind]} ${tree.kind === 'string' ? quote(tree.text) : tree.text.slice(0, 40)}`
}
