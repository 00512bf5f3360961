import { type FactOf, message } from '../message/message.ts'

/** Why a request about a rollout makes no sense now. */
export type UserChangeFact =
  | FactOf<typeof NothingRolledOut>
  | FactOf<typeof RolloutAbortsAlready>
  | FactOf<typeof RolloutPausedAlready>
  | FactOf<typeof RolloutNotPaused>
  | FactOf<typeof NothingToApprove>
  | FactOf<typeof NothingRefused>

const show = 'to see where the nodes stand, run: kubeletcfg rollout status'

export const NothingRolledOut = message('NothingRolledOut', () => ({ said: 'nothing is rolled out', hints: [show] }))

export const RolloutAbortsAlready = message('RolloutAbortsAlready', () => ({
  said: 'the rollout is aborted already: its nodes return to what is promoted',
  hints: [show],
}))

export const RolloutPausedAlready = message('RolloutPausedAlready', () => ({
  said: 'the rollout is paused already',
  hints: ['to go on, run: kubeletcfg rollout resume'],
}))

export const RolloutNotPaused = message('RolloutNotPaused', () => ({
  said: 'the rollout is not paused',
  hints: [show],
}))

export const NothingToApprove = message('NothingToApprove', () => ({
  said: 'no wave waits for an approval',
  hints: [show],
}))

export const NothingRefused = message('NothingRefused', () => ({
  said: 'no document was aborted last',
  hints: [show],
}))
