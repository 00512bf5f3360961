import type { Fact } from '../../message/fact.ts'
import { Failure, type FailureCode, type Said } from '../../message/failure.ts'
import { Interrupted } from '../../ports/limits.ts'
import { parseDeferral } from '../model/deferral-message.ts'
import { type ResizeStep, sizeBeside } from '../plan/plan.ts'
import { type KubeletAnswer, whyNotGranted } from './await-answer.ts'
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
import { subjectOfRevert } from './revert.ts'

/** What becomes of a resize that was sent. */
export type ResizeOutcome =
  | { readonly verb: 'keep'; readonly warnings: readonly ResizeTalkFact[] }
  /** The balloon was replaced, and the size with it. */
  | { readonly verb: 'lost' }
  /** It failed, and stays requested, or another client has resized the node since. */
  | { readonly verb: 'leave'; readonly failure: Failure }
  /** `failure`: what is reported once it is reverted. */
  | { readonly verb: 'revert'; readonly failure: Failure }

/**
 * What the kubelet's answer to a resize means. A resize that makes the node smaller is reverted unless it was granted; one
 * that makes it larger remains requested, because it can only be late. `waitedMs`: for how long a deferred resize was waited
 * for; undefined: it was not.
 */
export function outcomeOf(step: ResizeStep, answer: KubeletAnswer, waitedMs: number | undefined): ResizeOutcome {
  const subject = subjectOfRevert(step.pod)
  switch (answer.kind) {
    case 'accepted': {
      const { runtimeMessage } = answer
      return {
        verb: 'keep',
        warnings: runtimeMessage === undefined ? [] : [RuntimeFailing({ subject, runtimeMessage })],
      }
    }
    case 'lost':
      return { verb: 'lost' }
    case 'superseded': {
      const now = sizeBeside(answer.requested, step)
      return { verb: 'leave', failure: new Failure('conflict', ResizedSince({ subject, before: step.before, now })) }
    }
    case 'deferred':
    case 'infeasible': {
      const because = whyNotGranted(answer, subject)
      const deferral = parseDeferral(answer.kubeletMessage)
      const fact: ResizeFlowFact =
        waitedMs === undefined
          ? ResizeReverted({ subject, because, deferral })
          : WaitedInVain({ subject, because, deferral, waitedMs })
      return { verb: 'revert', failure: new Failure('reverted', fact) }
    }
    case 'silent':
      // It is granted, and can only be late.
      if (answer.why.reason === 'RuntimeNotDone') return late(step, { code: 'timeout', because: answer.why })
      return unconfirmed(step, { code: 'timeout', because: answer.why })
    case 'interrupted':
      return unconfirmed(step, { code: 'interrupted', because: Interrupted() })
    case 'broken':
      return unconfirmed(step, { code: afterAsking(answer.failure), because: answer.failure.fact })
  }
}

/** The resize was requested: without an answer to the watch, it is unconfirmed. */
const afterAsking = ({ code }: Failure): FailureCode => (code === 'unreachable' ? 'timeout' : code)

interface Doubt {
  readonly code: FailureCode
  readonly because: Fact | Said
}

function late({ pod }: ResizeStep, { code, because }: Doubt): ResizeOutcome {
  const subject = subjectOfRevert(pod)
  return { verb: 'leave', failure: new Failure(code, ResizeNotConfirmed({ subject, because })) }
}

function unconfirmed(step: ResizeStep, { code, because }: Doubt): ResizeOutcome {
  if (step.direction === 'grow-node') return late(step, { code, because })
  const subject = subjectOfRevert(step.pod)
  return { verb: 'revert', failure: new Failure(code, UnconfirmedReverted({ subject, because })) }
}
