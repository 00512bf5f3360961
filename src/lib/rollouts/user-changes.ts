import { Failure } from '../message/failure.ts'
import { aborting, ended } from './advance.ts'
import type { RolloutPolicy } from './policy.ts'
import { refusalOf } from './refusal.ts'
import { type Cause, type Progress, type Rollout, withProgress } from './rollout.ts'
import { causeOf, StoppedByUser } from './rollout-messages.ts'
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
    return withProgress(rollout, progress, { phase: 'Paused', cause: causeIn(request), soaksSince: undefined })
  },

  resume(rollout: Rollout, _: Request): Rollout {
    const progress = underWay(rollout)
    if (progress.phase !== 'Paused') throw new Failure('refused', RolloutNotPaused())
    return withProgress(rollout, progress, { phase: 'Progressing', cause: undefined })
  },

  abort: (rollout: Rollout, request: Request): Rollout => aborting(rollout, underWay(rollout), causeIn(request)),

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
    const refused = rollout.past.find((one) => refusalOf(rollout, one.digest) === one)
    if (rollout.progress !== undefined || refused === undefined) throw new Failure('refused', NothingRefused())
    return { ...rollout, past: rollout.past.filter(({ digest }) => digest !== refused.digest) }
  },

  /** All nodes get it at once, whatever is known of it. */
  promote: (rollout: Rollout, request: Request): Rollout =>
    ended({ rollout, progress: underWay(rollout), now: request.now }, 'Promoted', causeIn(request)),
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

const causeIn = ({ by, note }: Request): Cause => causeOf(StoppedByUser({ by, note }))
