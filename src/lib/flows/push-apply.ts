import { diff } from '../config/diff.ts'
import { configMapName } from '../config/target.ts'
import { Failure } from '../errors.ts'
import type { Clock, Cluster, DryRunMode, Limits, Stamp } from '../ports.ts'
import { changeLines } from '../render/changes.ts'
import { inspect } from './inspect.ts'
import { forEachTarget, type Outcome } from './outcome.ts'
import type { PushPlan, PushStep } from './push.ts'

export interface PushWorld {
  readonly cluster: Cluster
  readonly clock: Clock
}

/** Walk the plan: one compare-and-swap per target. A target that fails does not stop the others. A client dry run stops here. */
export async function applyPush(
  { cluster, clock }: PushWorld,
  { plan, dryRun }: { plan: PushPlan; dryRun: DryRunMode },
  limits: Limits,
): Promise<readonly Outcome<PushStep>[]> {
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
    try {
      await cluster.documents.write(
        { target: step.target, body: step.body, stamp, replaces: step.replaces },
        dryRun,
        limits,
      )
    } catch (error) {
      throw error instanceof Failure && error.code === 'conflict' ? await lost(cluster, step, { error, limits }) : error
    }
    return step
  })
}

/** The loser of two writers is told what the other wrote, with what, and when. */
async function lost(
  cluster: Cluster,
  step: PushStep,
  { error, limits }: { error: Failure; limits: Limits },
): Promise<Failure> {
  const name = `configmap/${configMapName(step.target)}`
  const theirs = await cluster.documents.read(step.target, limits)
  if (theirs === undefined)
    return new Failure('conflict', `${name} was deleted meanwhile`, { cause: error, suggestions: ['push again'] })
  const [before, after] = [step.replaces && (await inspect(step.replaces)).document, (await inspect(theirs)).document]
  const changes = changeLines(diff(before, after))
  const write = theirs.lastWrite
  const who = write === undefined ? 'somebody' : `${theirs.stamp.by ?? write.manager} (${write.manager}) at ${write.at}`
  return new Failure('conflict', [`${name} was changed meanwhile by ${who}; theirs stands:`, ...changes].join('\n'), {
    cause: error,
    suggestions: ['compare with kubeletcfg diff, then push again'],
  })
}
