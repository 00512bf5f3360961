import { messageOf } from '../message/describe.ts'
import { Failure } from '../message/failure.ts'
import { aborting, ended } from './advance.ts'
import type { RolloutPolicy } from './policy.ts'
import { type Cause, isRefused, longest, type Progress, type Rollout } from './rollout.ts'
import { StoppedByUser } from './rollout-messages.ts'
import {
  NothingRefused,
  NothingRolledOut,
  NothingToApprove,
  RolloutAbortsAlready,
  RolloutNotPaused,
  RolloutPausedAlready,
} from './user-change-messages.ts'

/** Who asks for something, and why. */
export interface Request {
  readonly by: string
  readonly note: string | undefined
  /** Milliseconds since the epoch, by the clock of the API server. */
  readonly now: number
}

/** What people may do about a rollout. Each throws Failure 'refused' where it makes no sense, with what does. */
export const userChanges = {
  pause(rollout: Rollout, request: Request): Rollout {
    const progress = underWay(rollout)
    if (progress.phase === 'Paused') throw new Failure('refused', RolloutPausedAlready())
    return withProgress(rollout, progress, { phase: 'Paused', cause: causeOf(request), soaksSince: undefined })
  },

  resume(rollout: Rollout, _: Request): Rollout {
    const progress = underWay(rollout)
    if (progress.phase !== 'Paused') throw new Failure('refused', RolloutNotPaused())
    return withProgress(rollout, progress, { phase: 'Progressing', cause: undefined })
  },

  abort: (rollout: Rollout, request: Request): Rollout => aborting(rollout, underWay(rollout), causeOf(request)),

  /** Of the wave that waits for it. */
  approve(rollout: Rollout, _: Request): Rollout {
    const progress = underWay(rollout)
    const { wave, approvedWave } = progress
    if (rollout.policy?.waves[wave]?.approval !== true || approvedWave >= wave)
      throw new Failure('refused', NothingToApprove())
    return withProgress(rollout, progress, { approvedWave: wave })
  },

  /** What was refused may be tried again. */
  retry(rollout: Rollout, _: Request): Rollout {
    const [last] = rollout.past
    if (rollout.progress !== undefined || last === undefined || !isRefused(rollout, last.digest))
      throw new Failure('refused', NothingRefused())
    return { ...rollout, past: rollout.past.filter(({ digest }) => digest !== last.digest) }
  },

  /** All nodes get it at once, whatever is known of it. */
  promote: (rollout: Rollout, request: Request): Rollout =>
    ended({ rollout, progress: underWay(rollout), now: request.now }, 'Promoted', causeOf(request)),
} as const

export type UserChange = keyof typeof userChanges

/** A policy for a target. What is under way goes on by it. */
export const withPolicy = (rollout: Rollout, policy: RolloutPolicy): Rollout => ({
  ...rollout,
  policy,
  ...(rollout.progress !== undefined && {
    progress: { ...rollout.progress, wave: Math.min(rollout.progress.wave, policy.waves.length - 1) },
  }),
})

function underWay({ progress }: Rollout): Progress {
  if (progress === undefined) throw new Failure('refused', NothingRolledOut())
  if (progress.phase === 'Aborting') throw new Failure('refused', RolloutAbortsAlready())
  return progress
}

const withProgress = (rollout: Rollout, progress: Progress, changed: Partial<Progress>): Rollout => ({
  ...rollout,
  progress: { ...progress, ...changed },
})

function causeOf({ by, note }: Request): Cause {
  const fact = StoppedByUser({ by, note })
  return { reason: fact.reason, message: messageOf(fact).slice(0, longest.message) }
}
