import type { Pod } from '../../core/model/object.ts'
import { record } from '../runtime/events.ts'
import { isFinished } from '../runtime/phases.ts'
import { type Desk, nodeAt } from './desk.ts'
import { judgeWithForce } from './preemption.ts'
import { withStatus } from './status.ts'
import type { Verdict } from './verdict.ts'

/** Admits a new pod, or rejects it permanently: the scheduler may not have seen in time that the node is full. */
export function admit(desk: Desk, pod: Pod): boolean {
  const verdict = crowded(desk, pod) ?? judgeWithForce(desk, pod)
  if (verdict.kind === 'granted') return true
  const { resource, message } = verdict
  const reason = `OutOf${resource}`
  const rejected = withStatus(pod, { phase: 'Failed', reason, message: `Pod was rejected: ${message}` })
  const { world, nodeName } = desk
  record(world, { about: pod, type: 'Warning', reason, message, component: 'kubelet', host: nodeName })
  world.api.store.put('pods', rejected)
  return false
}

function crowded(desk: Desk, pod: Pod): Verdict | undefined {
  const capacity = Number(nodeAt(desk)?.status?.allocatable?.['pods'] ?? Number.POSITIVE_INFINITY)
  const used = desk.allocations.uids().filter((uid) => uid !== pod.metadata.uid && !finished(desk, uid)).length
  if (used < capacity) return undefined
  const message = `Node didn't have enough resource: pods, requested: 1, used: ${used}, capacity: ${capacity}`
  return { kind: 'deferred', resource: 'pods', message }
}

const finished = ({ pods }: Desk, uid: string): boolean => {
  const pod = pods.get(uid)
  return pod !== undefined && isFinished(pod)
}
