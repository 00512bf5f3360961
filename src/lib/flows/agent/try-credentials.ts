import { globalTarget, nodeTarget, whyNoDocument } from '../../documents/target.ts'
import type { OpenCluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'

/** Reads what an agent reads, over its own connection. Rejects when its credentials do not suffice for that. */
export async function tryCredentials(
  { enrollment, documents }: Pick<OpenCluster, 'enrollment' | 'documents'>,
  node: string,
  limits: Limits,
): Promise<void> {
  await enrollment.machineOf(node, limits)
  await documents.read(globalTarget, limits)
  if (whyNoDocument(node) === undefined) await documents.read(nodeTarget(node), limits)
}
