import { byFirstName, type Placed, type Placement } from '../model/placement.ts'
import type { Entry, Mapping, ScalarKind, Tree } from '../model/tree.ts'

/** For trees that are not from a file. */
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

/** The same mapping with values at the ends of paths. A value on a path that is not a mapping is replaced. */
export function withValues(tree: Mapping, placements: readonly Placement[]): Mapping {
  const places = byFirstName(placements)
  const last = new Map(tree.entries.map((entry) => [entry.key, entry]))
  const kept = tree.entries.map((entry) => {
    const placed = last.get(entry.key) === entry ? places.get(entry.key) : undefined
    return placed === undefined ? entry : { ...entry, value: placedValue(placed, entry.value) }
  })
  const added = [...places].filter(([key]) => !last.has(key))
  return {
    ...tree,
    entries: [...kept, ...added.map(([key, placed]) => ({ key, at: nowhere, value: placedValue(placed) }))],
  }
}

const empty = map([])

function placedValue({ value, inside }: Placed, before: Tree = empty): Tree {
  const base = value ?? before
  return inside.length === 0 ? base : withValues(base.type === 'map' ? base : empty, inside)
}
