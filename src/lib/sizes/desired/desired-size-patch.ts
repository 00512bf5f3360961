import type { SizeBucket } from './desired-size.ts'
import { type KeyPart, keyOf } from './size-bucket.ts'

/** RFC 6902. In the API server, a test of null passes where nothing is. */
export type DesiredSizeOperation =
  | { readonly op: 'test' | 'add'; readonly path: string; readonly value: string | object | null }
  | { readonly op: 'remove'; readonly path: string }

export interface DesiredSizeChange {
  readonly node: string
  /** Which of its keys changes. */
  readonly part: KeyPart
  /** The value of its key that was read; undefined: it had none. */
  readonly from: string | undefined
  /** undefined removes the key. */
  readonly to: string | undefined
  /** The note about its machine must still be this; undefined: there must be none. Absent: it is no matter. */
  readonly beside?: { readonly machine: string | undefined } | undefined
}

/** A compare-and-swap on the key of one node: the other keys may change meanwhile. */
export function desiredSizePatch(
  { node, part, from, to, beside }: DesiredSizeChange,
  { hasKeys }: SizeBucket,
): readonly DesiredSizeOperation[] {
  if (!hasKeys && to !== undefined)
    return [
      { op: 'test', path: '/data', value: null },
      { op: 'add', path: '/data', value: { [keyOf(node, part)]: to } },
    ]
  const path = pathOf(keyOf(node, part))
  const unchanged = { op: 'test', path: pathOf(keyOf(node, 'machine')), value: beside?.machine ?? null } as const
  return [
    ...(beside === undefined ? [] : [unchanged]),
    { op: 'test', path, value: from ?? null },
    to === undefined ? { op: 'remove', path } : { op: 'add', path, value: to },
  ]
}

const pathOf = (key: string): string => `/data/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
