import type { WatchFact } from '../../cluster/watch-messages.ts'
import { Failure } from '../../message/failure.ts'
import { deadline } from '../../ports/deadline.ts'
import type { Limits } from '../../ports/limits.ts'
import { type AwaitedRollout, awaitedIn, endingOf, type RolloutEnding } from './awaited-rollout.ts'
import { type FollowWorld, followRollout } from './follow-rollout.ts'
import { decisionOf, type RolloutStatus } from './output.ts'
import { RolloutNotDone, RolloutNotRead, RolloutNotYetMoved, RolloutWaitEnded } from './rollout-flow-messages.ts'

export interface WaitWorld extends FollowWorld {
  /** Called with each look after which the wait goes on. */
  readonly report: (now: RolloutStatus) => void
  /** Called when the API server cannot be reached, and when it can be again. */
  readonly notice: (fact: WatchFact) => void
}

export interface RolloutWaitResult extends RolloutEnding {
  /** As it was seen last; undefined: it never was, or it is gone. */
  readonly last: RolloutStatus | undefined
}

/**
 * Waits until the document is promoted that was to be rolled out at first, or until that is not going to happen, or a person has to act.
 * An API server that is away is waited for. Moves nothing. Rejects with the failure of the first read.
 */
export async function waitForRollout(
  world: WaitWorld,
  { timeoutMs }: { readonly timeoutMs: number },
  { signal }: Limits,
): Promise<RolloutWaitResult> {
  const limit = deadline(world.clock, timeoutMs, signal)
  let awaited: AwaitedRollout | undefined
  let last: RolloutStatus | undefined
  try {
    for await (const seen of followRollout(world, { signal: limit.signal })) {
      if ('notice' in seen) {
        world.notice(seen.notice)
        continue
      }
      const { view, leads } = seen
      awaited ??= awaitedIn(view)
      const reading = view.stored?.reading
      last = reading?.kind === 'rollout' ? { view, leads, rollout: reading.rollout } : undefined
      const ending = endingOf(view, awaited)
      if (ending !== undefined) return { ...ending, last }
      if (last !== undefined) world.report(last)
    }
  } catch (error) {
    if (!limit.signal.aborted) throw error
  } finally {
    limit.cancel()
  }
  if (!limit.passed()) return { last, failure: new Failure('interrupted', RolloutWaitEnded()) }
  if (last === undefined) return { last, failure: new Failure('timeout', RolloutNotRead()) }
  const decision = decisionOf(last)
  const because = decision.kind === 'hold' ? decision.because : RolloutNotYetMoved({ leads: last.leads })
  return { last, failure: new Failure('timeout', RolloutNotDone({ because })) }
}
