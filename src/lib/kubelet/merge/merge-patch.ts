import { byCodePoint } from '../compare/code-point.ts'
import { lastOfEach } from '../decode/duplicates.ts'
import type { Entry, Mapping, Tree } from '../model/tree.ts'

/**
 * A JSON merge patch (RFC 7386) as the kubelet applies it: null removes a member, mappings are merged, everything else
 * replaces. Members are sorted by name, as Go's JSON writes a map: the order decides between spellings of one field.
 */
export function mergePatch(target: Mapping, patch: Mapping): Mapping {
  const merged = new Map(target.entries.map((entry) => [entry.key, entry]))
  for (const entry of lastOfEach(patch)) {
    const before = merged.get(entry.key)
    if (isNull(entry.value)) merged.delete(entry.key)
    else merged.set(entry.key, { ...entry, value: mergedValue(before?.value, entry.value) })
  }
  return { ...target, entries: sorted(merged.values()) }
}

function mergedValue(before: Tree | undefined, value: Tree): Tree {
  if (value.type === 'list') return { ...value, items: value.items.map((item) => mergedValue(undefined, item)) }
  if (value.type !== 'map') return value
  if (before?.type === 'map') return mergePatch(before, value)
  // A new mapping loses its nulls, too, also in a list.
  return mergePatch({ ...value, entries: [] }, value)
}

const isNull = (tree: Tree): boolean => tree.type === 'scalar' && tree.kind === 'null'

const sorted = (entries: Iterable<Entry>): readonly Entry[] => [...entries].sort((a, b) => byCodePoint(a.key, b.key))
