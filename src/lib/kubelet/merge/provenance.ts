import { materialize } from '../defaults/materialize.ts'
import { asText } from '../defaults/values.ts'
import { flawOfCpuSet } from '../grammar/cpu-set.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import type { Tree } from '../model/tree.ts'
import { asPatch } from './as-patch.ts'
import { decodeFolded, flagValues } from './decode-layer.ts'
import type { EffectiveField, Placed } from './effective-field.ts'
import { type Layers, layerOf, nothing, originAt, originsOf, stamped } from './layers.ts'
import { type Leaf, leavesOf } from './leaves.ts'
import { valueAt } from './place-value.ts'
import { Underlaid } from './underlaid.ts'

/** One layer: what it sets, and whether it takes away what layers below it set at a place. */
interface Content {
  readonly leaves: ReadonlyMap<string, Leaf>
  removes(names: readonly string[]): boolean
}

/** Every field of a merged configuration, with where it comes from. In the order of Go's struct; removed ones last. */
export function provenance(merged: ConfigDocument, layers: Layers): readonly EffectiveField[] {
  const origins = originsOf(layers)
  const contents = contentsOf(layers)
  const defaults = leavesOf(
    materialize(
      new Underlaid(nothing, layers.release, { gates: new Map(), evictionDefaults: layers.base !== undefined }),
    ),
  )
  const final = leavesOf(merged)
  const placed = final.map(({ path, value }): EffectiveField => {
    const level = (layerOf(value) || contents.length + 1) - 1
    return { path, value, origin: originAt(origins, value), shadows: setBelow(level, path) }
  })
  function setBelow(level: number, path: string): readonly Placed[] {
    return contents
      .slice(0, level)
      .flatMap(({ leaves }) => leaves.get(path) ?? [])
      .map(({ value }) => ({ value, origin: originAt(origins, value) }))
      .toReversed()
  }
  const there = new Set(final.map(({ path }) => path))
  const others = new Map(
    [...contents.toReversed().flatMap(({ leaves }) => [...leaves.values()]), ...defaults].map((leaf) => [
      leaf.path,
      leaf,
    ]),
  )
  const removed = [...others.values()].flatMap(({ path, names }): EffectiveField[] => {
    const remover = contents.findLastIndex((content) => content.removes(names))
    if (there.has(path) || remover === -1) return []
    const byDefault = defaults.find((leaf) => leaf.path === path)
    const shadows = [
      ...setBelow(remover, path),
      ...(byDefault ? [{ value: byDefault.value, origin: { kind: 'default' } as const }] : []),
    ]
    return shadows.length === 0 ? [] : [{ path, value: undefined, origin: origins[remover]!(0), shadows }]
  })
  return computed([...placed, ...removed], merged)
}

function contentsOf({ release, base, dropIns = [], flags }: Layers): readonly Content[] {
  const first = base === undefined ? 1 : 2
  const ofFlags = flagValues(flags, release, first + dropIns.length)
  return [
    ...(base === undefined ? [] : [ofFile(decodeFolded(asMapping(stamped(base.tree, 1)), release).remains)]),
    ...dropIns.map(({ tree }, index) => {
      const { remains } = decodeFolded(asPatch(asMapping(stamped(tree, first + index))), release)
      return { ...ofFile(remains), removes: (names: readonly string[]) => isRemoved(tree, names) }
    }),
    ...flags.map((_, index) => ofFlag(ofFlags.find(({ value }) => layerOf(value) === first + dropIns.length + index))),
  ]
}

const asMapping = (tree: Tree) => (tree.type === 'map' ? tree : ({ ...tree, type: 'map', entries: [] } as const))

const byPath = (leaves: readonly Leaf[]): Content['leaves'] => new Map(leaves.map((leaf) => [leaf.path, leaf]))

/** A map in the file replaces the default one. */
const ofFile = (document: ConfigDocument | undefined): Content => ({
  leaves: byPath(document === undefined ? [] : leavesOf(document)),
  removes: (names) =>
    document !== undefined && names.length > 1 && valueAt(document, names.slice(0, -1))?.type === 'map',
})

/** A drop-in has null at a place, or above it. */
function isRemoved(tree: Tree, [name, ...rest]: readonly string[]): boolean {
  if (tree.type === 'scalar') return tree.kind === 'null'
  const below = tree.type === 'map' ? tree.entries.findLast(({ key }) => key === name)?.value : undefined
  return below !== undefined && (rest.length > 0 || below.type === 'scalar') && isRemoved(below, rest)
}

/** A flag replaces a map; gates are set one by one. */
function ofFlag(flag: { readonly names: readonly string[]; readonly value: Value } | undefined): Content {
  if (flag === undefined) return { leaves: new Map(), removes: () => false }
  const document = flag.names.reduceRight<Value>(
    (value, name): Value => ({
      type: 'struct',
      fields: new Map([[name, value]]),
      unknown: new Map(),
      line: value.line,
      column: 0,
    }),
    flag.value,
  )
  const leaves =
    flag.names[0] === 'featureGates' && flag.names.length > 1
      ? gateLeaf(flag.names, flag.value)
      : leavesOf(document as ConfigDocument)
  const isMap = flag.value.type === 'map'
  return {
    leaves: byPath(leaves),
    removes: (names) => isMap && flag.names.every((name, index) => names[index] === name),
  }
}

const gateLeaf = (names: readonly string[], value: Value): readonly Leaf[] => [
  { path: `${names[0]}[${names[1]}]`, names, value },
]

const cpus = 'reservedSystemCPUs'

/** Reserved CPUs replace the reservations of cpu in systemReserved and kubeReserved, whatever set these. */
function computed(fields: readonly EffectiveField[], merged: ConfigDocument): readonly EffectiveField[] {
  const set = asText(merged.fields.get(cpus))
  const size = sizeOf(set)
  if (size === 0) return fields
  const values: Readonly<Record<string, Value | undefined>> = {
    'systemReserved[cpu]': { type: 'string', value: `${size}`, line: 0, column: 0 },
    'kubeReserved[cpu]': undefined,
  }
  const origin = { kind: 'computed', from: cpus } as const
  const changed = fields.map((field): EffectiveField => {
    if (!Object.hasOwn(values, field.path) || field.value === undefined) return field
    const shadows = [{ value: field.value, origin: field.origin }, ...field.shadows]
    return { path: field.path, value: values[field.path], origin, shadows }
  })
  if (changed.some(({ path }) => path === 'systemReserved[cpu]')) return changed
  return [...changed, { path: 'systemReserved[cpu]', value: values['systemReserved[cpu]'], origin, shadows: [] }]
}

/** How many CPUs a set such as `0-3,8` has; 0 when it is not valid. */
function sizeOf(set: string): number {
  if (set === '' || flawOfCpuSet(set) !== undefined) return 0
  const all = set.split(',').flatMap((item) => {
    const [first = 0, last = first] = item.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  return new Set(all).size
}
