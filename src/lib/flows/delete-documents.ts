import { globalTarget, type Target } from '../config/target.ts'
import type { Cluster, DryRunMode, Limits, StoredDocument } from '../ports.ts'
import { audienceOf } from './audience.ts'
import { forEachTarget, type Outcome } from './outcome.ts'

export type Fallback = 'global' | 'on-disk or flags'

export interface DeleteStep {
  readonly target: Target
  /** What is deleted; undefined: there is nothing, and nothing to do. */
  readonly stored: StoredDocument | undefined
  /** Where its nodes look next. */
  readonly fallback: Fallback
  readonly nodes: readonly string[]
}

/** Read and decide, and delete nothing. */
export async function planDelete(
  cluster: Cluster,
  targets: readonly Target[],
  limits: Limits,
): Promise<readonly DeleteStep[]> {
  const global = await cluster.documents.read(globalTarget, limits)
  const steps: DeleteStep[] = []
  for (const target of targets) {
    const stored = target.kind === 'global' ? global : await cluster.documents.read(target, limits)
    const { nodes } = await audienceOf(cluster, target, limits)
    steps.push({
      target,
      stored,
      fallback: target.kind === 'node' && global !== undefined ? 'global' : 'on-disk or flags',
      nodes: nodes.map((node) => node.name),
    })
  }
  return steps
}

/** Walk the plan. The revision is remembered before the document goes, so the next push counts on from there. */
export async function applyDelete(
  cluster: Cluster,
  { steps, dryRun }: { steps: readonly DeleteStep[]; dryRun: DryRunMode },
  limits: Limits,
): Promise<readonly Outcome<DeleteStep>[]> {
  if (dryRun === 'client') return steps.map((value) => ({ value }))
  return forEachTarget(steps, async (step) => {
    if (step.stored === undefined) return step
    limits.signal.throwIfAborted()
    const { revision } = step.stored.stamp
    if (revision !== undefined) await cluster.documents.rememberRevision(step.target, revision, dryRun, limits)
    await cluster.documents.remove(step.stored, dryRun, limits)
    return step
  })
}
