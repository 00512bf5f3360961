import type { Entry, Mapping, ScalarKind, Tree } from '../tree.ts'

/** Trees that stand in no file. */
const nowhere = { line: 1, column: 1 } as const

const scalar = (kind: ScalarKind, text: string): Tree => ({ type: 'scalar', kind, text, ...nowhere })

export const string = (text: string): Tree => scalar('string', text)
export const integer = (value: bigint): Tree => scalar('int', `${value}`)
export const bool = (value: boolean): Tree => scalar('bool', `${value}`)
export const list = (items: readonly Tree[]): Tree => ({ type: 'list', items, ...nowhere })

export const map = (members: Iterable<readonly [key: string, value: Tree]>): Mapping => ({
  type: 'map',
  entries: Array.from(members, ([key, value]): Entry => ({ key, at: nowhere, value })),
  ...nowhere,
})

/** The same mapping with a value at the end of a path. What stands in its way and is no mapping is replaced. */
export function withValue(tree: Mapping, [name = '', ...rest]: readonly string[], value: Tree): Mapping {
  const before = tree.entries.findLast(({ key }) => key === name)
  const inside = before?.value.type === 'map' ? before.value : map([])
  const entry = { key: name, at: nowhere, value: rest.length === 0 ? value : withValue(inside, rest, value) }
  const isNew = before === undefined
  return {
    ...tree,
    entries: isNew ? [...tree.entries, entry] : tree.entries.map((one) => (one === before ? entry : one)),
  }
}
