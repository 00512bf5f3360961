import { formatQuantity } from '../quantity/quantity.ts'
import { compactObject, compactTree } from './compact.ts'
import type { ScalarValue, Value } from './document.ts'
import { formatDuration } from './duration.ts'
import { inDoubleQuotes } from './quote.ts'
import { formatTime } from './time.ts'
import type { Tree } from './tree.ts'

/** Plain text needs no quotes to be seen for what it is. */
const plain = /^[\p{L}\p{N}\p{P}\p{S}](?:[\p{L}\p{N}\p{P}\p{S} ]*[\p{L}\p{N}\p{P}\p{S}])?$/u

/** A value for people, on one line: scalars in their canonical spelling, the rest as compact JSON. */
export function display(value: Value): string {
  if (value.type === 'list' || value.type === 'map' || value.type === 'struct') return compact(value)
  return showText(scalarText(value))
}

/** The same for what no field is declared for. */
export const displayTree = (tree: Tree): string =>
  tree.type === 'scalar' && tree.kind === 'string' ? showText(tree.text) : compactTree(tree)

const showText = (text: string): string => (plain.test(text) ? text : inDoubleQuotes(text))

function scalarText(value: ScalarValue): string {
  switch (value.type) {
    case 'duration':
      return formatDuration(value.value)
    case 'time':
      return formatTime(value.value)
    case 'quantity':
      return formatQuantity(value.value)
    case 'bool':
    case 'int':
    case 'float':
    case 'string':
      return `${value.value}`
  }
}

function compact(value: Value): string {
  switch (value.type) {
    case 'list':
      return `[${value.items.map(compact).join(',')}]`
    case 'map':
      return compactObject([...value.entries].map(([key, entry]) => [key, compact(entry)] as const))
    case 'struct':
      return compactObject([
        ...[...value.fields].map(([name, field]) => [name, compact(field)] as const),
        ...[...value.unknown].map(([name, tree]) => [name, compactTree(tree)] as const),
      ])
    case 'bool':
    case 'int':
    case 'float':
      return scalarText(value)
    case 'string':
    case 'duration':
    case 'time':
    case 'quantity':
      return inDoubleQuotes(scalarText(value))
  }
}
