import type { Pod } from '../../api/pod.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure, type FailureCode, type Said } from '../../message/failure.ts'
import type { Amounts } from '../../pods/amounts.ts'
import { Interrupted } from '../../ports/limits.ts'
import { parseDeferral } from '../model/deferral-message.ts'
import { type ResizeStep, sizeBeside } from '../plan/plan.ts'
import {
  ResizedSince,
  type ResizeFlowFact,
  ResizeNotConfirmed,
  ResizeReverted,
  type ResizeTalkFact,
  RuntimeFailing,
  UnconfirmedReverted,
  WaitedInVain,
} from './resize-messages.ts'
import { revert, subjectOf } from './revert.ts'
import { type Settled, type SizingWorld, whyNotGranted } from './settle.ts'

export interface Conclusion {
  readonly step: ResizeStep
  /** The server's answer to the resize. */
  readonly pod: Pod
  readonly settled: Settled
  /** For how long a deferred resize was waited for; undefined: it was not. */
  readonly waitedMs?: number | undefined
}

/**
 * Acts on the kubelet's answer to a resize. A resize that makes the node smaller is reverted unless it was granted; one
 * that makes it larger remains requested, because it can only be late. `lost`: the balloon was replaced, and the size
 * with it.
 */
export async function conclude(
  world: SizingWorld,
  { step, pod, settled, waitedMs }: Conclusion,
): Promise<readonly ResizeTalkFact[] | 'lost'> {
  const subject = subjectOf(step.pod)
  switch (settled.kind) {
    case 'accepted': {
      const { runtimeMessage } = settled
      return runtimeMessage === undefined ? [] : [RuntimeFailing({ subject, runtimeMessage })]
    }
    case 'lost':
      return 'lost'
    case 'superseded':
      throw resizedSince(step, settled.requested)
    case 'deferred':
    case 'infeasible': {
      await revert(world, { pod, backTo: step.backTo })
      const because = whyNotGranted(settled, subject)
      const deferral = parseDeferral(settled.kubeletMessage)
      throw new Failure<ResizeFlowFact>(
        'reverted',
        waitedMs === undefined
          ? ResizeReverted({ subject, because, deferral })
          : WaitedInVain({ subject, because, deferral, waitedMs }),
      )
    }
    case 'silent':
      return unconfirmed(world, { step, pod }, { code: 'timeout', because: settled.why })
    case 'interrupted':
      return unconfirmed(world, { step, pod }, { code: 'interrupted', because: Interrupted() })
    case 'broken':
      return unconfirmed(world, { step, pod }, { code: afterAsking(settled.failure), because: settled.failure.fact })
  }
}

const resizedSince = (step: ResizeStep, requested: Amounts): Failure =>
  new Failure(
    'conflict',
    ResizedSince({ subject: subjectOf(step.pod), before: step.before, now: sizeBeside(requested, step) }),
  )

/** The resize was requested: without an answer to the watch, it is unconfirmed. */
const afterAsking = ({ code }: Failure): FailureCode => (code === 'unreachable' ? 'timeout' : code)

async function unconfirmed(
  world: SizingWorld,
  { step, pod }: { step: ResizeStep; pod: Pod },
  { code, because }: { code: FailureCode; because: Fact | Said },
): Promise<never> {
  const subject = subjectOf(step.pod)
  if (step.direction === 'grow-node') throw new Failure(code, ResizeNotConfirmed({ subject, because }))
  await revert(world, { pod, backTo: step.backTo })
  throw new Failure(code, UnconfirmedReverted({ subject, because }))
}
