import { type Assessment, assessForAll } from '../config/change/assess.ts'
import type { ConfigDocument } from '../config/document.ts'
import { globalTarget, type Target } from '../config/target.ts'
import type { Cluster, Limits } from '../ports.ts'
import { type Inspection, inspect } from './inspect.ts'
import type { Review } from './review.ts'

interface Change {
  readonly target: Target
  /** What is stored for the target. */
  readonly before: Inspection | undefined
  readonly after: Pick<Review, 'document' | 'releases'>
}

/**
 * What it costs the nodes of a target to get another document, by the releases of their kubelets; undefined when it is not
 * known what they have now, or will have.
 */
export async function assessForNodes(
  cluster: Cluster,
  { target, before, after }: Change,
  limits: Limits,
): Promise<Assessment | undefined> {
  const { document, releases } = after
  const current = before === undefined ? await inherited(cluster, target, limits) : before.document
  return current && document && assessForAll(releases, { before: current, after: document })
}

/** What a node without a document of its own has now. What it has on its disk is not ours to see. */
async function inherited(cluster: Cluster, target: Target, limits: Limits): Promise<ConfigDocument | undefined> {
  if (target.kind === 'global') return undefined
  const global = await cluster.documents.read(globalTarget, limits)
  return global && (await inspect(global)).document
}
