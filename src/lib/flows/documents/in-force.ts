import type { StoredDocument } from '../../documents/stored-document.ts'
import { globalTarget, type Target } from '../../documents/target.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Inspection, inspect } from './inspect.ts'

/** What the nodes of a target get now, given what is stored for it; undefined: what is on their disks is not ours to see. */
export type InForce = (target: Target, stored: StoredDocument | undefined) => Promise<Inspection | undefined>

/** The target's own document, else the global one, which is read when a target first needs it, and once for all. */
export function documentsInForce(cluster: Cluster, limits: Limits): InForce {
  let inherited: Promise<Inspection | undefined> | undefined
  const readGlobal = async (): Promise<Inspection | undefined> => {
    const global = await cluster.documents.read(globalTarget, limits)
    return global && inspect(global)
  }
  return async (target, stored) => {
    if (stored !== undefined) return inspect(stored)
    if (target.kind === 'global') return undefined
    inherited ??= readGlobal()
    return inherited
  }
}
