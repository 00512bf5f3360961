import type { Fact } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import type { Step } from '../../rollouts/advance.ts'
import { admits, nodesOf } from '../../rollouts/gate.ts'
import type { Cause } from '../../rollouts/rollout.ts'
import type { HoldFact } from '../../rollouts/rollout-messages.ts'
import type { Moved } from './mover.ts'

/** What whoever moves a rollout says of it. */
export type MovedFact = FactOf<typeof RolloutStepTaken> | FactOf<typeof RolloutWaits> | FactOf<typeof RolloutIdle>

/** How far a rollout is; undefined: none is under way. */
interface Place {
  /** From 1 on. */
  readonly wave: number
  readonly waves: number
  readonly admitted: number
  readonly nodes: number
}

const stepTexts: Readonly<Record<Step, string>> = {
  start: 'begins',
  admit: 'admits more nodes',
  note: 'waits for nodes that take long',
  clock: 'follows the clock of the API server, which was set back',
  soak: 'looks whether all nodes stay well',
  'next-wave': 'goes on with the next wave',
  promote: 'is done: the document is promoted',
  abort: 'is aborted',
  pause: 'is paused',
  close: 'takes nodes back',
  end: 'is aborted; the nodes are back on what is promoted',
}

const where = (place: Place | undefined): string =>
  place === undefined
    ? 'rollout'
    : `rollout (wave ${place.wave} of ${place.waves}, ${place.admitted} of ${place.nodes} nodes)`

/** `cause`: why it does not go on. */
export const RolloutStepTaken = message(
  'RolloutStepTaken',
  ({ step, place, cause }: { step: Step; place: Place | undefined; cause: Cause | undefined }) =>
    `${where(place)}: ${stepTexts[step]}${cause === undefined || step === 'close' ? '' : `: ${cause.message}`}`,
)

export const RolloutWaits = message(
  'RolloutWaits',
  ({ place, because }: { place: Place | undefined; because: HoldFact }) => ({ said: where(place), because }),
)

export const RolloutIdle = message('RolloutIdle', () => 'rollout: nothing is left to do')

export function movedFact({ decision, rollout, fleet }: Moved): MovedFact & Fact {
  if (decision.kind === 'idle') return RolloutIdle()
  const place = placeOf({ rollout, fleet })
  if (decision.kind === 'hold') return RolloutWaits({ place, because: decision.because })
  const { step } = decision
  const stops = step === 'abort' || step === 'pause'
  const cause = stops ? rollout.progress?.cause : step === 'end' ? rollout.past[0]?.cause : undefined
  return RolloutStepTaken({ step, place, cause })
}

function placeOf({ rollout, fleet }: Pick<Moved, 'rollout' | 'fleet'>): Place | undefined {
  const { progress, policy } = rollout
  if (progress === undefined || policy === undefined) return undefined
  const there = nodesOf(progress.gate, fleet.members)
  const admitted = there.filter((node) => admits(progress.gate, node)).length
  return { wave: progress.wave + 1, waves: policy.waves.length, admitted, nodes: there.length }
}
