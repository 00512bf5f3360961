import type { Stamp } from '../../documents/stored-document.ts'
import { Failure } from '../../failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { forEachTarget, type Outcome } from '../outcome.ts'
import { explainFailedWrite } from './failed-write.ts'
import type { PushPlan, PushStep } from './push.ts'

export interface PushWorld {
  readonly cluster: Cluster
  readonly clock: Clock
}

/** Walk the plan: one compare-and-swap per target. A target that fails does not stop the others. A client dry run stops here, and so does what is refused. */
export async function applyPush(
  { cluster, clock }: PushWorld,
  { plan, dryRun }: { plan: PushPlan; dryRun: DryRunMode },
  limits: Limits,
): Promise<readonly Outcome<PushStep>[]> {
  const { refusal } = plan
  if (refusal !== undefined) return plan.steps.map(() => ({ failure: refusal }))
  if (dryRun === 'client') return plan.steps.map((value) => ({ value }))
  const pending = plan.steps.some((step) => step.action !== 'unchanged')
  const by = pending ? await cluster.access.whoAmI(limits) : ''
  return forEachTarget(plan.steps, async (step) => {
    if (step.action === 'unchanged') return step
    limits.signal.throwIfAborted()
    const at = new Date(clock.now()).toISOString()
    const stamp: Stamp = {
      revision: step.revision,
      by,
      at,
      ...(step.digest !== undefined && { digest: step.digest }),
      ...(plan.message !== undefined && { message: plan.message }),
    }
    const write = { target: step.target, body: step.body, stamp, replaces: step.replaces }
    try {
      await cluster.documents.write(write, dryRun, limits)
    } catch (error) {
      throw error instanceof Failure ? await explainFailedWrite(cluster, write, error) : error
    }
    return step
  })
}
