import type { ConfigDocument } from '../model/document.ts'
import type { Placement } from '../model/placement.ts'
import type { Release } from '../model/releases.ts'
import type { Format, Mapping, Position, Tree } from '../model/tree.ts'

/** A file that a kubelet reads as its configuration. */
export interface FileLayer {
  /** Its path, as it is named in results. */
  readonly file: string
  readonly tree: Mapping
  readonly format: Format
}

/** A value that a flag gives to a field, or to an entry of it. */
export interface FlagLayer extends Placement {
  /** Without dashes. */
  readonly flag: string
  /** Where the flag was found. */
  readonly from: string
}

/** Everything that a kubelet of a release makes its configuration of. */
export interface Layers {
  readonly release: Release
  /**
   * The file of --config, with its folder, where relative paths start: without it they stay relative. undefined without
   * --config.
   */
  readonly base: (FileLayer & { readonly folder: string | undefined }) | undefined
  /** The files of --config-dir, in the order in which they are read; undefined without --config-dir. */
  readonly dropIns: readonly FileLayer[] | undefined
  /** In the order of the command line. */
  readonly flags: readonly FlagLayer[]
  /** What the defaults of flags are, where they differ from those of a file: they count without --config. */
  readonly flagDefaults: readonly Placement[]
}

/** Where a value comes from. */
export type Origin =
  | { readonly kind: 'default' }
  /** `line`: in the file; undefined when it is not known. */
  | { readonly kind: 'file'; readonly file: string; readonly line: number | undefined }
  | { readonly kind: 'drop-in'; readonly file: string; readonly line: number | undefined }
  | { readonly kind: 'flag'; readonly flag: string; readonly from: string }
  /** A document of the cluster, as the agent of the node has applied it. `line`: in its text. */
  | {
      readonly kind: 'document'
      readonly source: 'node' | 'global'
      /** Of its ConfigMap. */
      readonly name: string
      readonly revision: number | undefined
      readonly line: number | undefined
    }
  /** The container runtime reports it. */
  | { readonly kind: 'runtime' }
  /** A file or a flag of the node: seen from the cluster, they cannot be told apart. */
  | { readonly kind: 'on-node' }
  /** A file or a flag as it was when the kubelet started. */
  | { readonly kind: 'earlier' }
  /** The kubelet computes it from another field. */
  | { readonly kind: 'computed'; readonly from: string }

/** More lines than the largest file has. */
const linesOfLayer = 2 ** 22

/**
 * The lines of all layers have one numbering, as in Go's token.FileSet: the position of a value has its layer, from 1, and
 * its place there. Values without a position are defaults.
 */
export function stamped(tree: Tree, layer: number): Tree {
  const at = ({ line, column }: Position): Position => ({ line: layer * linesOfLayer + line, column })
  if (tree.type === 'scalar') return { ...tree, ...at(tree) }
  if (tree.type === 'list') return { ...tree, ...at(tree), items: tree.items.map((item) => stamped(item, layer)) }
  const entries = tree.entries.map((entry) => ({ ...entry, at: at(entry.at), value: stamped(entry.value, layer) }))
  return { ...tree, ...at(tree), entries }
}

/** The layers by their number, from 1: the file, the drop-ins, the flags. */
export const originsOf = ({ base, dropIns = [], flags }: Layers): readonly ((line: number) => Origin)[] => [
  ...(base === undefined ? [] : [inFile('file', base.file)]),
  ...dropIns.map(({ file }) => inFile('drop-in', file)),
  ...flags.map(
    ({ flag, from }) =>
      (): Origin => ({ kind: 'flag', flag, from }),
  ),
]

const inFile =
  (kind: 'file' | 'drop-in', file: string) =>
  (line: number): Origin => ({ kind, file, line: line || undefined })

export const originAt = (origins: ReturnType<typeof originsOf>, at: Position): Origin =>
  origins[layerOf(at) - 1]?.(placeInLayer(at).line) ?? { kind: 'default' }

/** Where a value is that has no line, such as that of a flag. */
export const startOf = (layer: number): Position => ({ line: layer * linesOfLayer, column: 0 })

/** The number of the layer that a value comes from; 0 for a default. */
export const layerOf = ({ line }: Position): number => Math.floor(line / linesOfLayer)

export const placeInLayer = ({ line, column }: Position): Position => ({ line: line % linesOfLayer, column })

/** A configuration without any value. */
export const nothing: ConfigDocument = { type: 'struct', fields: new Map(), unknown: new Map(), line: 0, column: 0 }
