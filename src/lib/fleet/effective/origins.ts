import type { Node } from '../../api/node.ts'
import { expected as header } from '../../kubelet/decode/expected-header.ts'
import { flagOfField } from '../../kubelet/flags/flag-of-field.ts'
import { asReported, reportsCgroupDriver } from '../../kubelet/merge/as-reported.ts'
import { setByRuntime } from '../../kubelet/merge/differences.ts'
import type { EffectiveField } from '../../kubelet/merge/effective-field.ts'
import type { FileLayer, Layers, Origin } from '../../kubelet/merge/layers.ts'
import { merge } from '../../kubelet/merge/merge.ts'
import { provenance } from '../../kubelet/merge/provenance.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { compareReleases, type Release } from '../../kubelet/model/releases.ts'
import { runtimeDecidesSince } from '../../offline/effective/effective.ts'
import type { ActiveText } from './active-text.ts'

export interface Seen {
  readonly node: Pick<Node, 'containerRuntime'>
  readonly release: Release
  /** What the kubelet reports. */
  readonly reported: ConfigDocument
  /** The document that it runs; undefined: none, or none that is known. */
  readonly active: ActiveText | undefined
  /** Fields of the document that flags of the node win over, as its agent reports. */
  readonly shadowedByFlags: readonly string[]
}

/**
 * The fields that a kubelet reports, and where each value comes from, as far as a cluster shows it: the document that its
 * agent has applied, the defaults of its release, its container runtime. What is none of these was set on the node.
 */
export function originsOf({ node, release, reported, active, shadowedByFlags }: Seen): readonly EffectiveField[] {
  const layers = layersWith(active?.layer ?? empty, release)
  const merged = merge(layers)
  // A kubelet runs with it, whatever this program thinks.
  const expected = merged.outcome === 'merged' ? provenance(merged.document, layers) : []
  const asksRuntime = compareReleases(release, runtimeDecidesSince) >= 0 && reportsCgroupDriver(node.containerRuntime)
  const flags = new Set(shadowedByFlags)
  const otherwise = (path: string): Origin => {
    if (asksRuntime && setByRuntime.has(path)) return { kind: 'runtime' }
    const flag = flags.has(path) ? flagOfField(path) : undefined
    return flag === undefined ? { kind: 'on-node' } : { kind: 'flag', flag, from: '' }
  }
  return asReported(expected, reported, otherwise).map((field) => inDocument(field, active))
}

const empty: FileLayer = {
  file: '',
  format: 'json',
  tree: {
    type: 'map',
    line: 0,
    column: 0,
    entries: Object.entries(header).map(([key, text]) => ({
      key,
      at: { line: 0, column: 0 },
      value: { type: 'scalar', kind: 'string', text, line: 0, column: 0 },
    })),
  },
}

/** A document has no relative paths: agents refuse them. */
const layersWith = (file: FileLayer, release: Release): Layers => ({
  release,
  base: { ...file, folder: '/' },
  dropIns: undefined,
  flags: [],
  flagDefaults: [],
})

/** The only file that was merged is the document. */
function inDocument(field: EffectiveField, active: ActiveText | undefined): EffectiveField {
  if (active === undefined) return field
  const named = (origin: Origin): Origin => (origin.kind === 'file' ? { ...active.origin, line: origin.line } : origin)
  return {
    ...field,
    origin: named(field.origin),
    shadows: field.shadows.map(({ value, origin }) => ({ value, origin: named(origin) })),
  }
}
