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

/** What was found at a path, for a message: `string 'x'`, `integer 5`, `a list`. Of secrets, only the type. */
export function describe(tree: Tree, path: string): string {
  if (tree.type === 'list') return 'a list'
  if (tree.type === 'map') return 'a mapping'
  if (tree.kind === 'null') return 'null'
  if (isSecret(path)) return `a ${nouns[tree.kind]}`
  return `${nouns[tree.kind]} ${tree.kind === 'string' ? quote(tree.text) : tree.text.slice(0, 40)}`
}
