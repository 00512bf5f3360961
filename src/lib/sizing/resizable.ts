import type { Pod } from '../api/pod.ts'
import { nodeSubject } from '../fact.ts'
import type { FailureCode } from '../failure.ts'
import { resources } from './amounts.ts'
import type { NodeSize } from './node-size.ts'
import type { Requests } from './requests.ts'
import type { ObstacleFact, StateFact } from './size-fact.ts'

/** Why a node is not given a size. */
export interface Refusal {
  readonly verb: 'refuse'
  readonly code: FailureCode
  readonly fact: ObstacleFact
  /** The balloon is on its way: a moment later there may be nothing to refuse. */
  readonly passes: boolean
}

/** A balloon that can be resized. */
export interface ResizableBalloon {
  readonly verb: 'use'
  readonly pod: Pod
  readonly requests: Requests
}

export const refuse = (fact: ObstacleFact, code: FailureCode = 'refused'): Refusal => ({
  verb: 'refuse',
  code,
  fact,
  passes: false,
})

/** The balloon of a node, or why it cannot be resized, whatever the size. */
export function resizableBalloon({
  node,
  state,
  why,
  allocatable,
  balloonState,
}: NodeSize): ResizableBalloon | Refusal {
  const subject = nodeSubject(node.name)
  if (!('requests' in balloonState) || state === 'NotSupported' || state === 'NotManaged') {
    const fact = why ?? { reason: 'BalloonMissing', subject }
    return { ...refuse(fact), passes: passes(fact) }
  }
  if (resources.some((resource) => allocatable[resource] <= 0n))
    return refuse({ reason: 'AllocatableUnknown', subject })
  return { verb: 'use', pod: balloonState.pod, requests: balloonState.requests }
}

/** What becomes of a new balloon, if nothing is in its way. */
export function passes(fact: StateFact): boolean {
  switch (fact.reason) {
    case 'BalloonMissing':
    case 'BalloonTerminating':
    case 'BalloonNotStarted':
      return true
    case 'BalloonNotScheduled':
      return fact.schedulerMessage === undefined
    default:
      return false
  }
}
