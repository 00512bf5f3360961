import { byCodePoint } from '../compare/code-point.ts'
import type { Entry, Mapping, Tree } from '../model/tree.ts'

/**
 * A JSON merge patch (RFC 7386) as the kubelet applies it (json-patch): null removes a member, mappings are merged, everything
 * else replaces. Members are sorted by name, as Go's JSON writes a map: the order decides between spellings of one field.
 */
export function mergePatch(target: Mapping, patch: Mapping): Mapping {
  const merged = new Map(target.entries.map((entry) => [entry.key, entry]))
  for (const entry of patch.entries) {
    const before = merged.get(entry.key)
    if (isNull(entry.value)) merged.delete(entry.key)
    else merged.set(entry.key, { ...entry, value: mergedValue(before?.value, entry.value) })
  }
  return { ...target, entries: sorted(merged.values()) }
}

/** What replaces a mapping without being one stays as it is; everywhere else, new mappings lose their nulls, also in lists. */
function mergedValue(before: Tree | undefined, value: Tree): Tree {
  if (before?.type === 'map') return value.type === 'map' ? mergePatch(before, value) : value
  if (value.type === 'list') return { ...value, items: value.items.map((item) => mergedValue(undefined, item)) }
  return value.type === 'map' ? mergePatch({ ...value, entries: [] }, value) : value
}

const isNull = (tree: Tree): boolean => tree.type === 'scalar' && tree.kind === 'null'

const sorted = (entries: Iterable<Entry>): readonly Entry[] => [...entries].sort((a, b) => byCodePoint(a.key, b.key))
