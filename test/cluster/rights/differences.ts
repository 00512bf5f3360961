import { isDeepStrictEqual } from 'node:util'
import type { Free, Path } from '../../../src/lib/admission/right.ts'

/** Where two objects differ, down to the values. No field is the same as an empty one. */
export function differences(before: unknown, after: unknown, at: Path = []): readonly Path[] {
  const [old, now] = [entriesOf(before, at), entriesOf(after, at)]
  if (old === undefined && now === undefined) return isDeepStrictEqual(before, after) ? [] : [at]
  const keys = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])
  return [...keys].flatMap((key) => differences(old?.[key], now?.[key], [...at, key]))
}

/** Elements of these lists by what identifies them, of others by their place; undefined: a value. */
function entriesOf(value: unknown, at: Path): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) return value as Readonly<Record<string, unknown>>
  const key = { conditions: 'type', containers: 'name' }[at.at(-1) ?? '']
  return Object.fromEntries(value.map((one, place) => [key === undefined ? place : one[key], one]))
}

export const isFree = (path: Path, free: readonly Free[]): boolean =>
  free.some((one) => one.path.every((key, depth) => key === path[depth] || (key === '*' && depth < path.length)))

interface Entry {
  readonly manager?: string
  readonly operation?: string
  readonly subresource?: string
  readonly fieldsV1?: unknown
}

/** What the managers of other fields than the free ones own: it stays as it is. */
export function ownedByOthers(entries: readonly Entry[] = [], own: string, free: readonly Free[]): readonly string[] {
  const frees = free.map(({ path }) => ({ path: path.map((key, depth) => fieldKey(key, path[depth - 1])) }))
  return entries
    .filter(({ manager }) => manager !== own)
    .flatMap(({ manager, operation, subresource = '', fieldsV1 }) =>
      leaves(fieldsV1)
        .filter((path) => path.at(-1) !== '.' && !isFree(path, frees))
        .map((path) => [manager, operation, subresource, ...path].join(' ')),
    )
    .toSorted()
}

const fieldKey = (key: string, above: string | undefined): string => {
  const by = { conditions: 'type', containers: 'name' }[above ?? '']
  return by === undefined ? `f:${key}` : `k:${JSON.stringify({ [by]: key })}`
}

/** Also a map that is owned as such. */
const leaves = (fields: unknown, at: Path = []): readonly Path[] => {
  const entries = Object.entries(fields ?? {})
  return entries.length === 0 ? [at] : entries.flatMap(([key, below]) => leaves(below, [...at, key]))
}
