import { configMapName } from '../../documents/target.ts'
import { Failure } from '../../failure.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { forEachTarget, type Outcome } from '../outcome.ts'
import type { DeletePlan, DeleteStep } from './delete-documents.ts'
import { naming } from './failed-write.ts'

/** Walk the plan. The revision is remembered before the document goes, so the next push counts on from there. */
export async function applyDelete(
  cluster: Cluster,
  { plan: { steps, refusal }, dryRun }: { plan: DeletePlan; dryRun: DryRunMode },
  limits: Limits,
): Promise<readonly Outcome<DeleteStep>[]> {
  if (refusal !== undefined) return steps.map(() => ({ failure: refusal }))
  return forEachTarget(steps, async (step) => {
    const { target, stored } = step
    refuseNobody(step)
    if (stored === undefined || dryRun === 'client') return step
    limits.signal.throwIfAborted()
    const { revision } = stored.stamp
    try {
      if (revision !== undefined) await cluster.documents.rememberRevision(target, revision, dryRun, limits)
      await cluster.documents.remove(stored, dryRun, limits)
    } catch (error) {
      throw error instanceof Failure ? naming(target, error) : error
    }
    return step
  })
}

/** A document that is gone is deleted already; one that nobody could have is a mistyped name. */
function refuseNobody({ target, stored, exists }: DeleteStep): void {
  if (exists || stored !== undefined || target.kind === 'global') return
  throw new Failure('invalid', `neither node '${target.node}' nor configmap/${configMapName(target)} exists`, {
    suggestions: ['kubeletcfg list shows what there is'],
  })
}
