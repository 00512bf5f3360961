import { bursts } from '../../cluster/follow.ts'
import type { WatchFact } from '../../cluster/watch-messages.ts'
import { Failure } from '../../message/failure.ts'
import { deadline } from '../../ports/deadline.ts'
import type { Limits } from '../../ports/limits.ts'
import type { HoldFact } from '../../rollouts/rollout-messages.ts'
import { type Looked, type Moved, Mover, type MoverWorld } from './mover.ts'
import {
  NoRolloutPolicy,
  RolloutAborted,
  RolloutContended,
  type RolloutFlowFact,
  RolloutNotDone,
  RolloutNotRead,
  RolloutStops,
} from './rollout-flow-messages.ts'

export interface RunWorld extends MoverWorld {
  /** Called when the API server cannot be reached, and when it can be again. */
  readonly notice: (fact: WatchFact) => void
}

export interface RunRequest {
  /** Ends when nothing can be done at the moment, instead of waiting. */
  readonly once: boolean
  readonly timeoutMs: number
}

export interface RunResult {
  /** As it was seen last. */
  readonly last: Moved | undefined
  readonly moves: number
  readonly failure: Failure<RolloutFlowFact> | undefined
}

/** What only people end. */
export const forPeople: ReadonlySet<HoldFact['reason']> = new Set([
  'RolloutPaused',
  'WaitsForApproval',
  'DesiredUnusable',
])

/** The next look may have an answer. */
const passing: ReadonlySet<Failure['code']> = new Set(['unreachable', 'timeout'])

/**
 * Moves the gate of a rollout until its document is promoted or it is aborted, as far as the nodes allow. An API server that is away is
 * waited for. Rejects with the failure of the first read, and with a refusal.
 */
export async function runRollout(world: RunWorld, request: RunRequest, { signal }: Limits): Promise<RunResult> {
  const { clock, notice } = world
  const limit = deadline(clock, request.timeoutMs, signal)
  const limits = { signal: limit.signal }
  let last: Moved | undefined
  const report = (now: Moved): void => {
    last = now
    if (!isResult(now)) world.report(now)
  }
  const mover = new Mover({ ...world, report })
  const result = (failure: RunResult['failure']): RunResult => ({ last, moves: mover.moves, failure })
  const look = async (): Promise<Looked | undefined> => {
    try {
      return await mover.moveOn(limits)
    } catch (error) {
      if (last !== undefined && error instanceof Failure && passing.has(error.code)) return undefined
      throw error
    }
  }
  try {
    for await (const news of bursts(mover.followings, { clock, limits })) {
      if (news !== undefined) {
        notice(news)
        continue
      }
      const looked = await look()
      if (looked?.kind === 'rests') last = looked.at
      const end = looked && endOf(looked, request)
      if (end !== undefined) return result(end.failure)
    }
  } catch (error) {
    if (!limit.signal.aborted) throw error
  } finally {
    limit.cancel()
  }
  if (!limit.passed()) return result(new Failure('interrupted', RolloutStops()))
  if (last === undefined) return result(new Failure('timeout', RolloutNotRead()))
  const { decision } = last
  return result(
    new Failure('timeout', decision.kind === 'hold' ? RolloutNotDone({ because: decision.because }) : RolloutStops()),
  )
}

/** The end says it. */
const isResult = ({ decision }: Moved): boolean =>
  decision.kind === 'idle' || (decision.kind === 'hold' && decision.because.reason === 'RolloutRefused')

/** How it ends; undefined: it goes on. */
function endOf(looked: Looked, { once }: RunRequest): Pick<RunResult, 'failure'> | undefined {
  switch (looked.kind) {
    case 'unreadable':
      return { failure: new Failure('invalid', looked.because) }
    case 'no-policy':
      return { failure: new Failure('refused', NoRolloutPolicy()) }
    case 'contended':
      return { failure: new Failure('conflict', RolloutContended({ times: looked.times })) }
    case 'rests': {
      const { decision } = looked.at
      if (decision.kind !== 'hold') return { failure: undefined }
      const { because } = decision
      if (because.reason === 'RolloutRefused')
        return { failure: new Failure('reverted', RolloutAborted({ why: because.cause?.message })) }
      if (once || forPeople.has(because.reason)) return { failure: new Failure('timeout', RolloutNotDone({ because })) }
      return undefined
    }
  }
}
