import { add, none } from '../../core/accounting/amounts.ts'
import { qosOf } from '../../core/accounting/qos.ts'
import { type Pod, timestamp } from '../../core/model/object.ts'
import { withCondition } from '../runtime/conditions.ts'
import { record } from '../runtime/events.ts'
import { isCritical, isFinished } from '../runtime/phases.ts'
import { type Desk, judge } from './desk.ts'
import { withStatus } from './status.ts'
import type { Verdict } from './verdict.ts'

const buckets = ['BestEffort', 'Burstable', 'Guaranteed']

/** What the kubelet makes of a pod once it has made what room it may. */
export function judgeWithForce(desk: Desk, pod: Pod): Verdict {
  const verdict = judge(desk, pod)
  return verdict.kind === 'deferred' && isCritical(pod) && makeRoom(desk, pod) ? judge(desk, pod) : verdict
}

/**
 * For a critical pod a kubelet kills pods that are not, whatever their preemptionPolicy and disruption budgets
 * (pkg/kubelet/preemption): one after the other until it fits. False when it would not fit without all of them.
 */
function makeRoom(desk: Desk, pod: Pod): boolean {
  const victims = [...desk.pods.values()]
    .filter((other) => desk.allocations.of(other) !== undefined && !isFinished(other) && !isCritical(other))
    .sort((one, other) => rankOf(one) - rankOf(other) || (one.spec.priority ?? 0) - (other.spec.priority ?? 0))
  const freed = victims.map((victim) => desk.allocations.amounts(victim) ?? none).reduce(add, none)
  if (judge(desk, pod, freed).kind !== 'granted') return false
  for (const victim of victims) {
    if (judge(desk, pod).kind === 'granted') break
    kill(desk, victim)
  }
  return true
}

const rankOf = ({ spec }: Pod): number => buckets.indexOf(qosOf(spec))

function kill({ world, allocations, nodeName }: Desk, victim: Pod): void {
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
