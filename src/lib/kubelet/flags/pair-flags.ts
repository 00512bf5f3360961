import type { Tree } from '../model/tree.ts'
import { list, map, string } from './trees.ts'

export type Pair = readonly [key: string, value: string]

/**
 * The pairs of `a=b,c=d`, without surrounding spaces; undefined when a part has no separator (component-base/cli/flag).
 */
export function pairsIn(text: string, separator: string, { single = false } = {}): readonly Pair[] | undefined {
  const parts = single ? [text] : text.split(',').filter((part) => part !== '')
  const pairs = parts.map((part): Pair | undefined => {
    const at = part.indexOf(separator)
    return at === -1 ? undefined : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  })
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined
}

/** A name may occur several times, and then has several values. */
export function headersOf(pairs: readonly (Pair | undefined)[]): Tree {
  const named = pairs.filter((pair) => pair !== undefined)
  const values = Map.groupBy(named, ([name]) => name)
  return map([...values].map(([name, some]) => [name, list(some.map(([, value]) => string(value)))] as const))
}
