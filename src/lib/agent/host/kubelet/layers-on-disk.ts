import { dirname } from 'node:path'
import { afterProgram, wordsFrom } from '../../../kubelet/flags/command-line.ts'
import { flagLayers } from '../../../kubelet/flags/flag-layers.ts'
import { valueOfFlag } from '../../../kubelet/flags/parse-flags.ts'
import { dropInsAmong } from '../../../kubelet/merge/drop-in-order.ts'
import type { FileLayer, Layers } from '../../../kubelet/merge/layers.ts'
import type { Release } from '../../../kubelet/model/releases.ts'
import { type FileSubject, fileSubject } from '../../../message/fact.ts'
import type { Limits } from '../../../ports/limits.ts'
import { readLayer } from '../../../yaml/read/read-layer.ts'
import type { NodeAccess } from './node-access.ts'

/** A file that a kubelet could not read either. */
export interface Unread {
  readonly unread: FileSubject
}

/** What a kubelet with these arguments reads on the node now. */
export async function layersOnDisk(
  node: NodeAccess,
  argv: readonly string[],
  release: Release,
  limits: Limits,
): Promise<Layers | Unread> {
  const line = { ...afterProgram(wordsFrom('/proc', argv)), unset: [], environmentFiles: [], notes: [] }
  const { layers: flags, defaults: flagDefaults } = flagLayers(line, release)
  const [config, folder] = ['config', 'config-dir'].map((name) => valueOfFlag(line.words, name) || undefined)
  const base = config === undefined ? undefined : await layerAt(node, config, limits)
  if (base !== undefined && 'unread' in base) return base
  const dropIns = folder === undefined ? undefined : await dropInsIn(node, folder, limits)
  if (dropIns !== undefined && 'unread' in dropIns) return dropIns
  return { release, base: base && { ...base, folder: dirname(base.file) }, dropIns, flags, flagDefaults }
}

/** A folder that is a link has no drop-ins for a kubelet, which does not follow it. */
async function dropInsIn(node: NodeAccess, folder: string, limits: Limits): Promise<readonly FileLayer[] | Unread> {
  const files = dropInsAmong((await node.list(folder, limits)) ?? [])
  const layers = await Promise.all(files.map((file) => layerAt(node, `${folder.replace(/\/$/, '')}/${file}`, limits)))
  const unread = layers.find((layer) => 'unread' in layer)
  return unread ?? layers.filter((layer) => 'tree' in layer)
}

async function layerAt(node: NodeAccess, file: string, limits: Limits): Promise<FileLayer | Unread> {
  const text = await node.read(file, limits)
  const layer = text === undefined ? [] : await readLayer(file, text)
  return 'tree' in layer ? layer : { unread: fileSubject(file) }
}
