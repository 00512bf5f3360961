/** What a document says, before somebody decides how to spell it. */
export type Node =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  /** As JSON spells it. */
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'list'; readonly items: readonly Node[] }
  | MapNode

export interface MapNode {
  readonly type: 'map'
  /** In document order, perhaps with duplicates. */
  readonly entries: readonly (readonly [key: string, value: Node])[]
}

/** What the tables of values hold; a bigint for what a number cannot say. */
export type Plain = null | boolean | number | bigint | string | readonly Plain[] | { readonly [key: string]: Plain }

export function nodeOf(plain: Plain): Node {
  if (plain === null) return { type: 'null' }
  if (typeof plain === 'boolean') return { type: 'bool', value: plain }
  if (typeof plain === 'number' || typeof plain === 'bigint')
    return { type: 'number', text: Object.is(plain, -0) ? '-0' : `${plain}` }
  if (typeof plain === 'string') return { type: 'string', value: plain }
  if (isList(plain)) return { type: 'list', items: plain.map(nodeOf) }
  return { type: 'map', entries: Object.entries(plain).map(([key, value]) => [key, nodeOf(value)] as const) }
}

const isList = (plain: object): plain is readonly Plain[] => Array.isArray(plain)
