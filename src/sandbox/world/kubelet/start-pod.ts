import { type Pod, timestamp } from '../../core/model/object.ts'
import { isFinished } from '../runtime/phases.ts'
import { admit } from './admission.ts'
import { type KubeletState, nodeAt } from './state.ts'
import { runningStatus } from './status.ts'
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
}

/** An address in 10.0.0.0/8 derived from that of the node; empty if the node has none. */
const podAddress = (hostIP: string, number: number): string =>
  hostIP === '' ? '' : ['10', ...hostIP.split('.').slice(2), (number % 254) + 1].join('.')
