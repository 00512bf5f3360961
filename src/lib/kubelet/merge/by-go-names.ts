import { foldCase } from '../grammar/fold-case.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import type { Release } from '../model/releases.ts'
import type { Entry, Mapping } from '../model/tree.ts'
import { decodeFolded } from './decode-layer.ts'
import { jsonTree, withoutZeros } from './json-tree.ts'
import { mergePatch } from './merge-patch.ts'

/**
 * Up to 1.31, kubelets merge drop-ins into the JSON of their internal type, whose fields have Go's names: `MaxPods`. A
 * drop-in's `maxPods` is another key beside it, which is decoded after it, into the same place: what the file has. So null
 * removes nothing, nothing empty is lost, and no default comes back.
 */
export function mergeByGoNames(base: ConfigDocument, dropIns: readonly Mapping[], release: Release) {
  const target = jsonTree(base, { release, tags: false })
  const merged = dropIns.reduce(mergePatch, target)
  const entries = [...target.entries, ...merged.entries].flatMap(versioned)
  const { document, findings } = decodeFolded({ ...merged, entries }, release)
  return { findings, document: document && (asSet(withoutZeros(document, base)) as ConfigDocument) }
}

/** The one field with two names. */
function versioned(entry: Entry): readonly Entry[] {
  const name = foldCase(entry.key)
  if (name === 'resolvconf') return []
  return [name === 'resolverconfig' ? { ...entry, key: 'resolvConf' } : entry]
}

/** No default replaces a zero any more. */
function asSet(value: Value): Value {
  const { unset: _, ...own } = value
  if (own.type === 'struct') return { ...own, fields: new Map([...own.fields].map(([key, one]) => [key, asSet(one)])) }
  if (own.type === 'map') return { ...own, entries: new Map([...own.entries].map(([key, one]) => [key, asSet(one)])) }
  return own.type === 'list' ? { ...own, items: own.items.map(asSet) } : own
}
