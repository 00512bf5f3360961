import { scalarText } from '../compare/scalar-text.ts'
import type { ConfigDocument, ScalarValue, Struct, Value } from '../model/document.ts'
import type { Entry, Mapping, Position, ScalarKind, Tree } from '../model/tree.ts'

/**
 * A configuration as the kubelet encodes it before it merges drop-ins. Empty lists and maps are lost: Go's JSON omits them
 * (`omitempty`), so their defaults come back afterwards.
 */
export function jsonTree(document: ConfigDocument, empty: Empty = 'omitted'): Mapping {
  const { line, column } = document
  return { type: 'map', entries: members(document, empty), line, column }
}

/** Go's names come without `omitempty`. */
type Empty = 'omitted' | 'kept'

const entry = (key: string, value: Tree): Entry => ({ key, value, at: { line: value.line, column: value.column } })

const members = ({ fields }: Struct, empty: Empty): readonly Entry[] =>
  [...fields]
    .filter(([key, value]) => empty === 'kept' || alwaysThere.has(key) || !isOmitted(value))
    .map(([key, value]) => entry(key, treeOf(value, empty)))

/** Lists and maps without `omitempty`: of the elements of reservedMemory. */
const alwaysThere: ReadonlySet<string> = new Set(['limits'])

const isOmitted = (value: Value): boolean =>
  (value.type === 'list' && value.items.length === 0) || (value.type === 'map' && value.entries.size === 0)

function treeOf(value: Value, empty: Empty): Tree {
  const { line, column } = value
  switch (value.type) {
    case 'struct':
      return { type: 'map', entries: members(value, empty), line, column }
    case 'map':
      return {
        type: 'map',
        entries: [...value.entries].map(([key, one]) => entry(key, treeOf(one, empty))),
        line,
        column,
      }
    case 'list':
      return { type: 'list', items: value.items.map((item) => treeOf(item, empty)), line, column }
    default:
      return scalar(value, kinds[value.type], value.type === 'string' ? value.value : scalarText(value))
  }
}

const kinds: Readonly<Record<ScalarValue['type'], ScalarKind>> = {
  bool: 'bool',
  int: 'int',
  float: 'float',
  string: 'string',
  duration: 'string',
  time: 'string',
  quantity: 'string',
}

const scalar = ({ line, column }: Position, kind: ScalarKind, text: string): Tree => ({
  type: 'scalar',
  kind,
  text,
  line,
  column,
})
