import type { DecisionFact } from '../model/agent-fact.ts'
import type { Answer, Evidence } from '../model/evidence.ts'
import { authorOfLease, authorOfStatus, type Pulse } from './heartbeats.ts'

/** The evidence, with what the Node says counted only as far as the kubelet that runs has said it. */
export function reportedBy(evidence: Evidence, { lease, ready }: Pulse, bootId: string): Evidence {
  const { service, heartbeats } = evidence
  if (service.startedAtMs === undefined) return evidence
  const started = { bootId, uptimeMs: service.startedAtMs }
  const isLeaseRead = heartbeats?.lease !== undefined && evidence.lease.verdict === 'pass'
  const isReadyRead = heartbeats?.ready !== undefined
  return {
    ...evidence,
    ...(isLeaseRead && lease !== undefined && authorOfLease(lease, started) !== 'this' && { lease: notRenewed }),
    ...(isReadyRead && ready !== undefined && { ready: readyOf(authorOfStatus(ready, started), evidence.ready) }),
  }
}

/** A Lease is renewed every few seconds, so that a doubt does not last. */
const fail = (because: DecisionFact): Answer => ({ verdict: 'fail', because })
const notRenewed = fail({ reason: 'LeaseNotRenewed' })

/** A status that says the same is only sent again after minutes: a doubt about it must not count against the kubelet. */
function readyOf(author: ReturnType<typeof authorOfStatus>, ready: Answer): Answer {
  switch (author) {
    case 'this':
      return ready
    case 'earlier':
      return fail({ reason: 'HeartbeatNotRenewed' })
    case 'unknown':
      return { verdict: 'unknown', because: inDoubt }
  }
}

const inDoubt: DecisionFact = { reason: 'HeartbeatInDoubt' }
