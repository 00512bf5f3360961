import { stampOf } from '../../documents/stamp.ts'
import { Failure } from '../../failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { type Outcome, orThrow, walk } from '../outcomes.ts'
import type { DocumentFact } from './document-fact.ts'
import { checkFailedWrite } from './failed-write.ts'
import type { PushPlan, PushStep } from './push-plan.ts'

export interface PushWorld {
  readonly cluster: Cluster
  readonly clock: Clock
}

/** A step that was applied. */
export interface Pushed {
  readonly step: PushStep
  /** What was found while applying it. */
  readonly warnings: readonly DocumentFact[]
}

/**
 * Applies the plan: one compare-and-swap per target. A target that fails does not stop the others. A client dry run
 * writes nothing.
 */
export async function applyPush(
  { cluster, clock }: PushWorld,
  { plan, dryRun }: { plan: PushPlan; dryRun: DryRunMode },
  limits: Limits,
): Promise<readonly Outcome<Pushed>[]> {
  return walk(plan, async (step) => {
    if (step.action === 'unchanged' || dryRun === 'client') return { step, warnings: [] }
    limits.signal.throwIfAborted()
    const { target, body, replaces, revision, digest } = step
    const stamp = stampOf({ revision, by: orThrow(plan.by), now: clock.now(), digest, message: plan.message })
    const write = { target, body, stamp, replaces }
    try {
      await cluster.documents.write(write, dryRun, limits)
      return { step, warnings: [] }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const isOurs = (now: typeof replaces) => now?.body === body && now.stamp.at === stamp.at
      const attempt = { verb: 'push', target, dryRun, replaces, isOurs } as const
      return { step, warnings: [await checkFailedWrite(cluster, attempt, error)] }
    }
  })
}
