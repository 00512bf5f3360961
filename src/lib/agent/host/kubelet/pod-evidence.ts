import type { Subject } from '../../../message/fact.ts'
import type { Answer } from '../../model/evidence.ts'
import type { PodFacts } from '../../ports/agent-node.ts'
import type { Before, PodsBefore } from '../../ports/health.ts'
import {
  type EvidenceFact,
  type LostPod,
  NoSandboxSince,
  PodsBeforeNotKnown,
  PodsLost,
  SandboxesNotMade,
} from './evidence-messages.ts'

/** Pods that a kubelet does not start, or not again: at admission (OutOfpods, …), or because its node lacks something. */
const refusals = /^(?:OutOf\S+|Evicted|UnexpectedAdmissionError|NodeAffinity|AdmissionError|Preempting)$/

/** Pods that a kubelet ends, or does not take in, because its machine shuts down (pkg/kubelet/nodeshutdown). */
const ofShutdown: ReadonlySet<string> = new Set(['Terminated', 'NodeShutdown'])

export const isFinished = ({ phase }: PodFacts): boolean => phase === 'Failed' || phase === 'Succeeded'

/** What there is before a restart; `pods` undefined: they could not be read. */
export function podsBefore(pods: readonly PodFacts[] | undefined): Pick<Before, 'pods' | 'balloonHolds'> {
  const unfinished = pods?.filter((pod) => !isFinished(pod))
  return {
    pods: unfinished?.map(({ uid }) => uid),
    balloonHolds: unfinished?.some(({ balloonAboveFloor }) => balloonAboveFloor) ?? false,
  }
}

/**
 * Whether the restart ended pods. A kubelet that refuses a running pod ends it with the phase of its exit code, often
 * without a reason; a pod that is always restarted does not end otherwise. DaemonSets replace what was refused at once, so
 * their new pods count, too. A pod that somebody deleted is not lost, unless the kubelet had refused it before.
 */
export function podsAnswer(pods: readonly PodFacts[], before: PodsBefore, startedAt: number): Answer {
  if (before === undefined) return unknown(PodsBeforeNotKnown())
  const ran = new Set(before)
  const lost = pods.filter((pod) => {
    if (!isFinished(pod) || ofShutdown.has(pod.reason)) return false
    if (pod.isDeleted && !refusals.test(pod.reason)) return false
    if (ran.has(pod.uid)) return pod.restartsAlways || refusals.test(pod.reason)
    return pod.staysOnDrain && (pod.createdAt ?? 0) >= startedAt && refusals.test(pod.reason)
  })
  return lost.length === 0 ? { verdict: 'pass' } : fail(PodsLost({ pods: lost.map(lostPod) }))
}

const subjectOf = ({ name, namespace }: PodFacts): Subject => ({ kind: 'Pod', name, namespace })
const lostPod = (pod: PodFacts): LostPod => ({ pod: subjectOf(pod), why: pod.reason })

/** How long a new pod may wait for volumes and its sandbox before that counts against the kubelet. */
const sandboxWithinMs = 120_000

/** Whether the kubelet can make sandboxes: that of a pod which is newer than its start proves it. */
export function sandboxAnswer(
  pods: readonly PodFacts[],
  { startedAt, now }: { readonly startedAt: number; readonly now: number },
): Answer {
  const since = pods.filter(({ createdAt = 0 }) => createdAt >= startedAt)
  if (since.some(({ hasSandbox }) => hasSandbox)) return { verdict: 'pass' }
  const waiting = since.filter(({ phase, createdAt = now }) => phase === 'Pending' && now - createdAt > sandboxWithinMs)
  if (waiting.length > 0) return fail(SandboxesNotMade({ pods: waiting.map(subjectOf) }))
  return unknown(NoSandboxSince())
}

export const pass: Answer = { verdict: 'pass' }
export const fail = (because: EvidenceFact): Answer => ({ verdict: 'fail', because })
export const unknown = (because: EvidenceFact): Answer => ({ verdict: 'unknown', because })
