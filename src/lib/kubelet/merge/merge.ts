import { byCodePoint } from '../compare/code-point.ts'
import { decode } from '../decode/decode.ts'
import { materialize } from '../defaults/materialize.ts'
import { asText } from '../defaults/values.ts'
import type { Wanted } from '../gates/resolve.ts'
import { cleanPath } from '../grammar/clean-path.ts'
import { foldCase } from '../grammar/fold-case.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import type { Finding } from '../model/finding.ts'
import { compareReleases, type Release } from '../model/releases.ts'
import type { Entry, Mapping, Tree } from '../model/tree.ts'
import { asPatch } from './as-patch.ts'
import { decodeFolded, flagValue, flagValues } from './decode-layer.ts'
import { inFiles } from './in-files.ts'
import { jsonTree, withoutZeros } from './json-tree.ts'
import { type FileLayer, type Layers, nothing, stamped } from './layers.ts'
import { fatalOfDropIn } from './own-findings.ts'
import { pathFields } from './path-fields.ts'
import { valueAt, withValueAt } from './place-value.ts'
import { gatesIn, Underlaid } from './underlaid.ts'
import { versionedSince } from './versioned-since.ts'

/** The configuration of a kubelet, or why it does not start. */
export type Merged =
  /**
   * Positions are those of layers (layers.ts). `undefaulted`: the drop-ins over the file, then the file alone, as they were
   * before defaults replaced their zeros.
   */
  | {
      readonly outcome: 'merged'
      readonly document: ConfigDocument
      readonly undefaulted: readonly ConfigDocument[]
    }
  /** `file`: undefined when no file alone is to blame. */
  | { readonly outcome: 'refused'; readonly file: string | undefined; readonly findings: readonly Finding[] }

/**
 * Assembles a configuration as the kubelet does (cmd/kubelet/app/server.go): the file with its defaults, drop-ins merged
 * over that as JSON, defaults again, then flags.
 */
export function merge(layers: Layers): Merged {
  const { release, base, dropIns, flags } = layers
  const values = flagValues(flags, release, 1 + (base === undefined ? 0 : 1) + (dropIns?.length ?? 0))
  const gates: Wanted = new Map(
    values.flatMap(({ names, value }) => (names[0] === 'featureGates' ? [...gateAt(names, value)] : [])),
  )
  const first = base === undefined ? withoutFile(layers) : fromFile(layers, base, gates)
  if (first.outcome === 'refused') return first
  const second = dropIns === undefined ? first : withDropIns(first, dropIns, layers, gates)
  if (second.outcome === 'refused') return second
  const isFromFiles = base !== undefined || dropIns !== undefined
  const reset = isFromFiles ? splitStreamsReset(second.document) : second.document
  const flagged = values.reduce((document, { names, value }) => withValueAt(document, names, value), reset)
  return { outcome: 'merged', document: flagged, undefaulted: second.undefaulted }
}

const gateAt = (names: readonly string[], value: Value): Wanted =>
  names.length === 1 ? gatesIn(value) : new Map([[names[1]!, value.type === 'bool' && value.value]])

function withoutFile({ release, flagDefaults }: Layers): Merged {
  const empty = materialize(new Underlaid(nothing, release, { gates: new Map(), evictionDefaults: false }))
  const document = flagDefaults.reduce((before, { names, tree }) => {
    const value = flagValue(names, tree, release)
    return value === undefined ? before : withValueAt(before, names, { ...value, line: 0, column: 0 })
  }, empty)
  return { outcome: 'merged', document, undefaulted: [] }
}

function fromFile(layers: Layers, base: NonNullable<Layers['base']>, gates: Wanted): Merged {
  const { release } = layers
  const { document, findings } = decode(stamped(base.tree, 1), { release, format: base.format })
  if (document === undefined) return { outcome: 'refused', file: base.file, findings: inFiles(findings, layers) }
  const { folder } = base
  const absolute = pathFields.reduce((before, names) => {
    const value = valueAt(before, names)
    const path = asText(value)
    if (value?.type !== 'string' || path === '' || path.startsWith('/') || folder === undefined) return before
    return withValueAt(before, names, { ...value, value: cleanPath(`${folder}/${path}`) })
  }, document)
  const config = new Underlaid(absolute, release, { gates, evictionDefaults: true })
  return { outcome: 'merged', document: materialize(config), undefaulted: [absolute] }
}

type First = Extract<Merged, { outcome: 'merged' }>

function withDropIns(first: First, dropIns: readonly FileLayer[], layers: Layers, gates: Wanted): Merged {
  const { document } = first
  const { release, base } = layers
  const firstLayer = base === undefined ? 1 : 2
  const trees: Mapping[] = []
  for (const [index, { file, format, ...dropIn }] of dropIns.entries()) {
    const own = stamped(dropIn.tree, firstLayer + index) as Mapping
    const findings = fatalOfDropIn({ tree: own, format }, release)
    if (findings.length > 0) return { outcome: 'refused', file, findings: inFiles(findings, layers) }
    trees.push(asPatch(own))
  }
  const isVersioned = compareReleases(release, versionedSince) >= 0
  const decoded = (isVersioned ? mergeByTags : mergeByGoNames)(document, trees, release)
  if (decoded.document === undefined) {
    const fatal = inFiles(
      decoded.findings.filter((finding) => finding.fatal),
      layers,
    )
    return { outcome: 'refused', file: fatal[0]?.file, findings: fatal }
  }
  const undefaulted = [decoded.document, ...first.undefaulted]
  if (!isVersioned) return { outcome: 'merged', document: decoded.document, undefaulted }
  const config = new Underlaid(decoded.document, release, { gates, evictionDefaults: false })
  return { outcome: 'merged', document: materialize(config, 'none'), undefaulted }
}

function mergeByTags(base: ConfigDocument, dropIns: readonly Mapping[], release: Release) {
  const merged = dropIns.reduce(mergePatch, jsonTree(base, { release, tags: true }))
  const { document, findings } = decodeFolded(merged, release)
  return { findings, document: document && withoutZeros(document, base) }
}

/** Registering these two flags once more sets them to false, whatever the files have. */
const splitStreams: readonly (readonly string[])[] = ['text', 'json'].map((format) => [
  'logging',
  'options',
  format,
  'splitStream',
])

const splitStreamsReset = (document: ConfigDocument): ConfigDocument =>
  splitStreams.reduce(
    (before, names) =>
      valueAt(before, names) === undefined
        ? before
        : withValueAt(before, names, { type: 'bool', value: false, line: 0, column: 0 }),
    document,
  )

/**
 * Up to 1.31, kubelets merge drop-ins into the JSON of their internal type, whose fields have Go's names: `MaxPods`. A
 * drop-in's `maxPods` is another key beside it, which is decoded after it, into the same place: what the file has. So null
 * removes nothing, nothing empty is lost, and no default comes back.
 */
function mergeByGoNames(base: ConfigDocument, dropIns: readonly Mapping[], release: Release) {
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

/**
 * A JSON merge patch (RFC 7386) as the kubelet applies it (json-patch): null removes a member, mappings are merged, everything
 * else replaces. Members are sorted by name, as Go's JSON writes a map: the order decides between spellings of one field.
 */
function mergePatch(target: Mapping, patch: Mapping): Mapping {
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
