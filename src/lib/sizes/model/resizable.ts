import type { Pod } from '../../api/pod.ts'
import { nodeSubject } from '../../message/fact.ts'
import type { FailureCode } from '../../message/failure.ts'
import { resources } from '../../pods/amounts.ts'
import type { Requests } from '../../pods/requests.ts'
import type { NodeSize } from './node-size.ts'
import { AllocatableUnknown, BalloonMissing, type ObstacleFact, type StateFact } from './size-messages.ts'

/** Why a node cannot be resized. */
export interface Refusal {
  readonly verb: 'refuse'
  readonly code: FailureCode
  readonly fact: ObstacleFact
  /** The balloon is starting or being replaced: the obstacle may be gone a moment later. */
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

/** The balloon of a node, or why it cannot be resized to any size. */
export function resizableBalloon({
  node,
  state,
  why,
  allocatable,
  balloonState,
}: NodeSize): ResizableBalloon | Refusal {
  const subject = nodeSubject(node.name)
  if (!('requests' in balloonState) || state === 'NotSupported' || state === 'NotManaged') {
    const fact = why ?? BalloonMissing({ subject })
    return { ...refuse(fact), passes: passes(fact) }
  }
  if (resources.some((resource) => allocatable[resource] <= 0n)) return refuse(AllocatableUnknown({ subject }))
  return { verb: 'use', pod: balloonState.pod, requests: balloonState.requests }
}

/** Whether the obstacle goes away without action: a new balloon is created and starts. */
export function passes(fact: StateFact): boolean {
  switch (fact.reason) {
    case 'BalloonMissing':
    case 'BalloonNotAdmitted':
    case 'BalloonTerminating':
    case 'BalloonNotStarted':
      return true
    case 'BalloonNotScheduled':
      return fact.schedulerMessage === undefined
    default:
      return false
  }
}
