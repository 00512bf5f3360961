import { plain } from '../../../../src/lib/kubelet/defaults/plain.ts'
import { afterProgram, wordsFrom } from '../../../../src/lib/kubelet/flags/command-line.ts'
import { flagLayers } from '../../../../src/lib/kubelet/flags/flag-layers.ts'
import type { EffectiveField } from '../../../../src/lib/kubelet/merge/effective-field.ts'
import type { FileLayer, Layers } from '../../../../src/lib/kubelet/merge/layers.ts'
import { type Merged, merge } from '../../../../src/lib/kubelet/merge/merge.ts'
import { provenance } from '../../../../src/lib/kubelet/merge/provenance.ts'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { readLayer } from '../../../../src/lib/yaml/read/read-layer.ts'

/** What a kubelet is started with: fields of its file and its drop-ins, and flags. */
export interface Start {
  /** Without the header; undefined: no --config. */
  readonly file?: string
  /** By name, without the header; undefined: no --config-dir. */
  readonly dropIns?: Readonly<Record<string, string>>
  readonly flags?: readonly string[]
  readonly release?: Release
}

export const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

const jsonHeader = '{"apiVersion":"kubelet.config.k8s.io/v1beta1","kind":"KubeletConfiguration",'

/** Fields in braces are a file of JSON. */
const withHeader = (fields: string): string => (fields.startsWith('{') ? jsonHeader + fields.slice(1) : header + fields)

async function layerOf(file: string, fields: string): Promise<FileLayer> {
  const layer = await readLayer(file, withHeader(fields))
  if (!('tree' in layer)) throw new Error(`${file} cannot be read: ${JSON.stringify(layer)}`)
  return layer
}

export async function layersOf({ file, dropIns, flags = [], release = '1.37' }: Start): Promise<Layers> {
  const line = { ...afterProgram(wordsFrom('flags', flags)), unset: [], environmentFiles: [], notes: [] }
  const { layers, defaults } = flagLayers(line, release)
  const names = Object.keys(dropIns ?? {}).toSorted()
  return {
    release,
    base: file === undefined ? undefined : { ...(await layerOf('config.yaml', file)), folder: '/etc/kubernetes' },
    dropIns: dropIns && (await Promise.all(names.map((name) => layerOf(name, dropIns[name]!)))),
    flags: layers,
    flagDefaults: defaults,
  }
}

export const mergeStart = async (start: Start): Promise<Merged> => merge(await layersOf(start))

/** The fields that a kubelet has, with their origins; throws when it does not start. */
export async function fieldsOf(start: Start): Promise<ReadonlyMap<string, EffectiveField>> {
  const layers = await layersOf(start)
  const merged = merge(layers)
  if (merged.outcome === 'refused') throw new Error(`refused: ${JSON.stringify(merged.findings)}`)
  return new Map(provenance(merged.document, layers).map((field) => [field.path, field]))
}

/** The value at a path as JSON; undefined without one. */
export async function valueIn(start: Start, path: string): Promise<unknown> {
  const value = (await fieldsOf(start)).get(path)?.value
  return value && plain(value)
}

/** A field in few words: `150 drop-in:20.conf < 120 file:config.yaml < 110 default`. */
export function summary(field: EffectiveField | undefined): string {
  if (field === undefined) return 'none'
  return [field, ...field.shadows]
    .map(({ value, origin }) => {
      const text = value === undefined ? 'removed' : JSON.stringify(plain(value))
      const { kind } = origin
      if (kind === 'flag') return `${text} flag:${origin.flag}`
      if (kind === 'computed') return `${text} computed:${origin.from}`
      if (kind === 'document') return `${text} ${origin.source}:${origin.revision}:${origin.line}`
      return 'file' in origin ? `${text} ${kind}:${origin.file}` : `${text} ${kind}`
    })
    .join(' < ')
}
