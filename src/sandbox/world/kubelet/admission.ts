import type { Pod } from '../../core/model/object.ts'
import { record } from '../runtime/events.ts'
import { isFinished } from '../runtime/phases.ts'
import { judgeWithPreemption } from './preemption.ts'
import { type KubeletState, nodeAt } from './state.ts'
import { withStatus } from './status.ts'
import type { Verdict } from './verdict.ts'

/** Admits a new pod, or rejects it permanently, as when the scheduler did not know yet that the node is full. */
export function admit(state: KubeletState, pod: Pod): boolean {
  const verdict = tooManyPods(state, pod) ?? judgeWithPreemption(state, pod)
  if (verdict.kind === 'granted') return true
  const { resource, message } = verdict
  const reason = `OutOf${resource}`
  const rejected = withStatus(pod, { phase: 'Failed', reason, message: `Pod was rejected: ${message}` })
  const { world, nodeName } = state
  record(world, { about: pod, type: 'Warning', reason, message, component: 'kubelet', host: nodeName })
  world.api.store.put('pods', rejected)
  return false
}

function tooManyPods(state: KubeletState, pod: Pod): Verdict | undefined {
  const capacity = Number(nodeAt(state)?.status?.allocatable?.['pods'] ?? Number.POSITIVE_INFINITY)
  const used = state.allocations.uids().filter((uid) => uid !== pod.metadata.uid && !finished(state, uid)).length
  if (used < capacity) return undefined
  const message = `Node didn't have enough resource: pods, requested: 1, used: ${used}, capacity: ${capacity}`
  return { kind: 'deferred', resource: 'pods', message }
}

const finished = ({ pods }: KubeletState, uid: string): boolean => {
  const pod = pods.get(uid)
  return pod !== undefined && isFinished(pod)
}
