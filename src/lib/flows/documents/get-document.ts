import { configMapName, type Target } from '../../documents/target.ts'
import { Failure } from '../../failure.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Inspection, inspect } from './inspect.ts'

export async function getDocument(cluster: Cluster, target: Target, limits: Limits): Promise<Inspection> {
  const stored = await cluster.documents.read(target, limits)
  if (stored === undefined)
    throw new Failure(
      'invalid',
      `configmap/${configMapName(target)} not found in namespace ${cluster.documents.namespace}`,
      {
        suggestions: ['kubeletcfg list shows what there is'],
      },
    )
  return inspect(stored)
}

/** The stored bytes, as they are. */
export function bodyOf({ stored, problem }: Inspection): string {
  if (stored.body !== undefined) return stored.body
  throw new Failure('invalid', `configmap/${stored.name}: ${problem}`)
}
