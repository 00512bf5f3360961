import { canonical } from '../compare/canonical.ts'
import { decode } from '../decode/decode.ts'
import { finding } from '../decode/decode-rules.ts'
import { plain } from '../defaults/plain.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import type { Finding } from '../model/finding.ts'
import { here, ofRelease } from '../model/message.ts'
import { isSecret } from '../model/redact.ts'
import { compareReleases, type Release } from '../model/releases.ts'
import type { Mapping, Tree } from '../model/tree.ts'
import { configuration } from '../schema/schema.ts'
import { asPatch } from './as-patch.ts'
import { decodeFolded } from './decode-layer.ts'
import { type FileLayer, type Layers, layerOf, stamped } from './layers.ts'
import { type Leaf, leavesOf } from './leaves.ts'
import { keyOf, unknownKeys } from './own-findings.ts'
import { pathFields } from './path-fields.ts'
import { valueAt } from './place-value.ts'
import { versionedSince } from './versioned-since.ts'

type Merging = Layers & Required<Pick<Layers, 'dropIns'>>

/** What the merge of drop-ins takes away, and what of them does not count, without a word of the kubelet. */
export function droppedValues(merged: ConfigDocument, layers: Merging): readonly Finding[] {
  const { release, base, dropIns = [] } = layers
  const placed = new Set(leavesOf(merged).map(({ value }) => keyOf(value)))
  const below = new Map<string, Leaf>()
  const note = (leaves: readonly Leaf[]) => {
    for (const leaf of leaves) below.set(leaf.path, leaf)
  }
  const first = base === undefined ? 1 : 2
  const baseLeaves = base === undefined ? [] : leavesIn(base, 1, layers)
  note(baseLeaves)
  const found = dropIns.flatMap((dropIn, index) => {
    const tree = stamped(dropIn.tree, first + index) as Mapping
    const leaves = leavesOf(decodeFolded(asPatch(tree), release).remains ?? merged)
    const own = [
      ...unknownKeys({ tree, format: dropIn.format }, release, placed),
      ...leaves.flatMap((leaf) => [
        ...replacedList(leaf, below.get(leaf.path)),
        ...(placed.has(keyOf(leaf.value)) ? relativePath(leaf) : []),
      ]),
      ...evictionOff(tree, merged),
      ...(compareReleases(release, versionedSince) < 0 ? lostToGoNames(tree, dropIns.slice(0, index), release) : []),
    ]
    note(leaves)
    return own
  })
  return [...baseLeaves.flatMap((leaf) => emptied(leaf, below, merged)), ...found]
}

const leavesIn = ({ tree, format }: FileLayer, layer: number, { release }: Layers): readonly Leaf[] => {
  const { remains } = decode(stamped(tree, layer), { release, format })
  return remains === undefined ? [] : leavesOf(remains)
}

/** Items of a list below that the list of a drop-in does not repeat. */
function replacedList({ path, names, value }: Leaf, lower: Leaf | undefined): readonly Finding[] {
  if (value.type !== 'list' || lower?.value.type !== 'list') return []
  const kept = new Set(value.items.map(canonical))
  const lost = lower.value.items.filter((item) => !kept.has(canonical(item)))
  if (lost.length === 0) return []
  const message = `replaces the list of an earlier file, which also has ${isSecret(names[0]!) ? `${lost.length} more` : shown(lost)}`
  return [finding('DROPIN-LIST', value, { path, message, remedy: 'repeat in it what is to stay' })]
}

function relativePath({ path, names, value }: Leaf): readonly Finding[] {
  const isPath = pathFields.some((field) => field.join() === names.join())
  if (!isPath || value.type !== 'string' || value.value === '' || value.value.startsWith('/')) return []
  if (path === 'podLogsDir') return [{ ...finding('DROPIN-PATH', value, notAbsolute), ...stopsKubelet }]
  const message = 'a relative path in a drop-in starts at the working directory of the kubelet, not at its file'
  return [finding('DROPIN-PATH', value, { path, message, remedy: 'write an absolute path' })]
}

/** In the file it would be joined to its folder before this is checked (V85). */
const notAbsolute = {
  path: 'podLogsDir',
  message: 'must be absolute in a drop-in, where it is not joined to the folder of its file',
  remedy: 'write an absolute path',
}
const stopsKubelet = { severity: 'error', fatal: true, stage: 'rules' } as const

/** Up to 1.31, drop-ins are merged by the names of Go (by-go-names.ts). */
const lostToGoNames = ({ entries }: Mapping, earlier: readonly FileLayer[], release: Release): readonly Finding[] =>
  entries.flatMap(({ key, value }): Finding[] => {
    if (!configuration.fields.has(key)) return []
    if (key === 'resolvConf') {
      const message = ofRelease`kubelet ${here(release)} ignores it in a drop-in, where it looks for ResolverConfig`
      return [finding('DROPIN-LOST', value, { path: key, message, remedy: 'set it in the file of --config' })]
    }
    const removes = earlier.some(({ tree }) => tree.entries.some((one) => one.key === key))
    if (!isNull(value) || removes) return []
    const message = ofRelease`null removes nothing in a drop-in of kubelet ${here(release)}`
    return [finding('DROPIN-LOST', value, { path: key, message, remedy: 'write the value that you want' })]
  })

/** The defaults of evictionHard are put in before the merge, never after it. */
function evictionOff(tree: Mapping, merged: ConfigDocument): readonly Finding[] {
  const { value } = tree.entries.findLast(({ key }) => key === 'evictionHard') ?? {}
  if (value === undefined || !isNull(value) || merged.fields.has('evictionHard')) return []
  const message = 'removes all thresholds, and no default comes back: the kubelet never evicts at a hard threshold'
  const remedy = 'set the thresholds that you want'
  return [finding('DROPIN-LOST', value, { path: 'evictionHard', message, remedy })]
}

const isNull = (tree: Tree): boolean => tree.type === 'scalar' && tree.kind === 'null'

/** What is empty in the file is not in the JSON that drop-ins are merged into. */
function emptied(leaf: Leaf, highest: ReadonlyMap<string, Leaf>, merged: ConfigDocument): readonly Finding[] {
  const { path, names, value } = leaf
  const after = valueAt(merged, names)
  if (!isEmpty(value) || highest.get(path) !== leaf || after === undefined || isEmpty(after)) return []
  if (layerOf(after) !== 0) return []
  const message = `is empty, and lost because there is a --config-dir: the kubelet uses the default ${inJson(after)}`
  return [finding('DROPIN-LOST', value, { path, message, remedy: 'set it in a drop-in' })]
}

const isEmpty = (value: Value): boolean =>
  (value.type === 'list' && value.items.length === 0) || (value.type === 'map' && value.entries.size === 0)

const inJson = (value: Value): string =>
  JSON.stringify(plain(value), (_, one) => (typeof one === 'bigint' ? `${one}` : one))

/** A few of them. */
const shown = (items: readonly Value[]): string => {
  const texts = items.slice(0, 3).map(inJson)
  return `${texts.join(', ')}${items.length > 3 ? ` and ${items.length - 3} more` : ''}`
}
