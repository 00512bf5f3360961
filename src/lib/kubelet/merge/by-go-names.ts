import { byCodePoint } from '../compare/code-point.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import type { Release } from '../model/releases.ts'
import type { Entry, Mapping, Tree } from '../model/tree.ts'
import { configuration } from '../schema/schema.ts'
import { decodeFolded } from './decode-layer.ts'
import { mergePatch } from './merge-patch.ts'

/**
 * Up to 1.31, kubelets merge drop-ins into the JSON of their internal type, whose fields have Go's names: `MaxPods`. A
 * drop-in's `maxPods` is another key beside it, which is decoded after it, into the same place. So null removes nothing,
 * nothing empty is lost, and no default comes back.
 */
export const mergeByGoNames = (target: Mapping, dropIns: readonly Mapping[]): Mapping => {
  const base: Mapping = { ...target, entries: target.entries.map(renamed) }
  return dropIns.reduce(mergePatch, base)
}

/** What JSON of this kind is decoded to, over what the file has. */
export function decodeByGoNames(target: Mapping, merged: Mapping, release: Release): ReturnType<typeof decodeFolded> {
  const entries = merged.entries.flatMap((entry): Entry[] => {
    const name = entry.key.toLowerCase()
    // The one field with two names.
    if (name in header || name === 'resolvconf') return []
    return [name === 'resolverconfig' ? { ...entry, key: 'resolvConf' } : entry]
  })
  const [losing, winning] = [true, false].map((loses) =>
    entries.filter((entry) => losesToBase(entry, target) === loses),
  )
  const lost = losing!.flatMap((entry) => decodeFolded({ ...merged, entries: [entry] }, release).findings)
  const decoded = decodeFolded({ ...merged, entries: byElement([...target.entries, ...winning!]) }, release)
  const document = lost.some(({ fatal }) => fatal) ? undefined : decoded.document
  return {
    ...decoded,
    findings: [...lost, ...decoded.findings],
    document: document && (asSet(document) as ConfigDocument),
  }
}

/** Read, and not used. */
const header = { apiversion: true, kind: true }

/** The base has each field, and null where it is not set; what sorts before its name is decoded before it. Mappings add up. */
function losesToBase({ key, value }: Entry, target: Mapping): boolean {
  const field = names.get(key.toLowerCase())
  if (field === undefined || byCodePoint(key, goName(field)) >= 0) return false
  const { type, pointer } = configuration.fields.get(field)!
  const isNull = type !== 'struct' || pointer === true
  return value.type !== 'map' || (isNull && !target.entries.some((entry) => entry.key === field))
}

const names = new Map([...configuration.fields.keys()].map((name) => [name.toLowerCase(), name]))

const renamed = ({ key, ...entry }: Entry): Entry => ({ ...entry, key: goName(key) })

const goName = (name: string): string => {
  if (name === 'resolvConf') return 'ResolverConfig'
  const initials = /^(?:cpu|http|ip|oom|qos|tls)/.exec(name)?.[0] ?? name.charAt(0)
  return `${initials.toUpperCase()}${name.slice(initials.length)}`
}

/** Go decodes a list into the elements that are there, and these keep what it does not have. */
function byElement(entries: readonly Entry[]): readonly Entry[] {
  const lists = new Map<string, Tree>()
  return entries.map((entry) => {
    const name = entry.key.toLowerCase()
    const before = lists.get(name)
    const value = before === undefined ? entry.value : ontoElements(before, entry.value)
    if (value.type === 'list') lists.set(name, value)
    return { ...entry, value }
  })
}

function ontoElements(before: Tree, value: Tree): Tree {
  if (before.type !== 'list' || value.type !== 'list') return value
  const items = value.items.map((item, index) => {
    const there = before.items[index]
    return item.type === 'map' && there?.type === 'map'
      ? { ...item, entries: [...there.entries, ...item.entries] }
      : item
  })
  return { ...value, items }
}

/** No default replaces a zero any more. */
function asSet(value: Value): Value {
  const { unset: _, ...own } = value
  if (own.type === 'struct') return { ...own, fields: new Map([...own.fields].map(([key, one]) => [key, asSet(one)])) }
  if (own.type === 'map') return { ...own, entries: new Map([...own.entries].map(([key, one]) => [key, asSet(one)])) }
  return own.type === 'list' ? { ...own, items: own.items.map(asSet) } : own
}
