import { type Pod, timestamp } from '../../core/model/object.ts'
import { record } from '../runtime/events.ts'
import { isFinished } from '../runtime/phases.ts'
import type { ClaimVerdict } from './claim-verdict.ts'
import { judgeWithPreemption } from './preemption.ts'
import { endShortProgram } from './short-programs.ts'
import { type KubeletState, nodeAt } from './state.ts'
import { runningStatus, withStatus } from './status.ts'
import { terminate } from './termination.ts'

/** Milliseconds until the containers of a pod run. */
const startMs = [120, 200] as const

/** Admits and starts a pod that is new to the kubelet; terminates one that is already marked for deletion. */
export function startPod(state: KubeletState, pod: Pod): void {
  if (pod.metadata.deletionTimestamp !== undefined) terminate(state, pod)
  else if (admit(state, pod)) {
    state.allocations.grant(pod)
    startContainers(state, pod.metadata.uid)
  }
}

export function startContainers(state: KubeletState, uid: string): void {
  state.later(state.world.api.chance.between(...startMs), () => run(state, uid))
}

function run(state: KubeletState, uid: string): void {
  const pod = state.pods.get(uid)
  const granted = pod && state.allocations.of(pod)
  if (pod === undefined || granted === undefined || isFinished(pod) || pod.status?.containerStatuses) return
  const { api } = state.world
  const hostIP = nodeAt(state)?.status?.addresses?.[0]?.address ?? ''
  const podIP = podAddress(hostIP, state.takeNumber())
  api.store.put('pods', runningStatus(pod, granted, { release: api.release, at: timestamp(api.now()), hostIP, podIP }))
  endShortProgram(state, pod)
}

/** An address in 10.0.0.0/8 derived from that of the node; empty if the node has none. */
const podAddress = (hostIP: string, number: number): string =>
  hostIP === '' ? '' : ['10', ...hostIP.split('.').slice(2), (number % 254) + 1].join('.')

/** Admits a new pod, or rejects it permanently, as when the scheduler did not know yet that the node is full. */
function admit(state: KubeletState, pod: Pod): boolean {
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

function tooManyPods(state: KubeletState, pod: Pod): ClaimVerdict | undefined {
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
