import type { Fact } from '../../message/fact.ts'
import {
  ApiServerReadOnly,
  type DecisionFact,
  HeartbeatInDoubt,
  HeartbeatNotRenewed,
  LeaseNotRenewed,
} from '../model/agent-messages.ts'
import type { Answer, Evidence } from '../model/evidence.ts'
import { type Author, authorOfLease, authorOfStatus, type HeartbeatHistory } from './heartbeats.ts'

/** The evidence, with what the Node says counted only as far as the kubelet that runs has said it. */
export function reportedBy(evidence: Evidence, { lease, ready }: HeartbeatHistory, bootId: string): Evidence {
  const { service, heartbeats, unreported } = evidence
  if (service.startedAtMs === undefined) return evidence
  const started = { bootId, uptimeMs: service.startedAtMs }
  const silent = (because: DecisionFact): Answer =>
    unreported === undefined ? { verdict: 'fail', because } : { verdict: 'unknown', because: notStored(unreported) }
  const isLeaseRead = heartbeats?.lease !== undefined && evidence.lease.verdict === 'pass'
  const isReadyRead = heartbeats?.ready !== undefined
  return {
    ...evidence,
    ...(isLeaseRead &&
      lease !== undefined && { lease: by(authorOfLease(lease, started), evidence.lease, silent(notRenewed)) }),
    ...(isReadyRead &&
      ready !== undefined && { ready: by(authorOfStatus(ready, started), evidence.ready, silent(notReported)) }),
  }
}

const notRenewed: DecisionFact = LeaseNotRenewed()
const notReported: DecisionFact = HeartbeatNotRenewed()

/** A doubt about who said it must not count against the kubelet. */
function by(author: Author, answer: Answer, otherwise: Answer): Answer {
  switch (author) {
    case 'this':
      return answer
    case 'earlier':
      return otherwise
    case 'unknown':
      return { verdict: 'unknown', because: inDoubt }
  }
}

const notStored = (because: Fact): DecisionFact => ApiServerReadOnly({ because })
const inDoubt: DecisionFact = HeartbeatInDoubt()
export const isInDoubt = (answer: Answer): boolean => 'because' in answer && answer.because.reason === inDoubt.reason
