import { add, none } from '../../core/accounting/amounts.ts'
import { qosOf } from '../../core/accounting/qos.ts'
import { type Pod, timestamp } from '../../core/model/object.ts'
import { withCondition } from '../runtime/conditions.ts'
import { record } from '../runtime/events.ts'
import { isCritical, isFinished } from '../runtime/phases.ts'
import type { ClaimVerdict } from './claim-verdict.ts'
import { judge, type KubeletState } from './state.ts'
import { withStatus } from './status.ts'

const buckets = ['BestEffort', 'Burstable', 'Guaranteed']

/** Decides on the spec of a pod; preempts other pods if it is critical and does not fit. */
export function judgeWithPreemption(state: KubeletState, pod: Pod): ClaimVerdict {
  const verdict = judge(state, pod)
  return verdict.kind === 'deferred' && isCritical(pod) && makeRoom(state, pod) ? judge(state, pod) : verdict
}

/**
 * Kills pods that are not critical, one by one, until the critical pod fits, regardless of preemptionPolicy and
 * disruption budgets (pkg/kubelet/preemption). Returns false, and kills none, if it would not fit even without all of
 * them.
 */
function makeRoom(state: KubeletState, pod: Pod): boolean {
  const victims = [...state.pods.values()]
    .filter((other) => state.allocations.of(other) !== undefined && !isFinished(other) && !isCritical(other))
    .sort((one, other) => rankOf(one) - rankOf(other) || (one.spec.priority ?? 0) - (other.spec.priority ?? 0))
  const freed = victims.map((victim) => state.allocations.amounts(victim) ?? none).reduce(add, none)
  if (judge(state, pod, freed).kind !== 'granted') return false
  for (const victim of victims) {
    if (judge(state, pod).kind === 'granted') break
    kill(state, victim)
  }
  return true
}

const rankOf = ({ spec }: Pod): number => buckets.indexOf(qosOf(spec))

function kill({ world, allocations, nodeName }: KubeletState, victim: Pod): void {
  const message = 'Preempted in order to admit critical pod'
  allocations.revoke(victim.metadata.uid)
  const disruption = {
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: timestamp(world.queue.now()),
    reason: 'TerminationByKubelet',
    message: 'Pod was preempted by Kubelet to accommodate a critical pod.',
  }
  const conditions = withCondition(victim.status?.conditions, 'DisruptionTarget', disruption as never)
  world.api.store.put('pods', withStatus(victim, { phase: 'Failed', reason: 'Preempting', message, conditions }))
  record(world, { about: victim, type: 'Warning', reason: 'Preempting', message, component: 'kubelet', host: nodeName })
}
