import type { WishShard } from './wish.ts'

/** RFC 6902. In the API server, a test of null passes where nothing is. */
export type WishOperation =
  | { readonly op: 'test' | 'add'; readonly path: string; readonly value: string | object | null }
  | { readonly op: 'remove'; readonly path: string }

export interface WishChange {
  readonly node: string
  /** The value of its key that was read; undefined: it had none. */
  readonly from: string | undefined
  /** undefined removes the key. */
  readonly to: string | undefined
}

/** A compare-and-swap on the key of one node: the other keys may change meanwhile. */
export function wishPatch({ node, from, to }: WishChange, { hasKeys }: WishShard): readonly WishOperation[] {
  if (!hasKeys && to !== undefined)
    return [
      { op: 'test', path: '/data', value: null },
      { op: 'add', path: '/data', value: { [node]: to } },
    ]
  const path = `/data/${node.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return [
    { op: 'test', path, value: from ?? null },
    to === undefined ? { op: 'remove', path } : { op: 'add', path, value: to },
  ]
}
