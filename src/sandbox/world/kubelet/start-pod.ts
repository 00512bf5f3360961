import { type Pod, timestamp } from '../../core/model/object.ts'
import { isFinished } from '../runtime/phases.ts'
import { admit } from './admission.ts'
import { type Desk, nodeAt } from './desk.ts'
import { runningStatus } from './status.ts'
import { wind } from './termination.ts'

/** Milliseconds until the containers of a pod run. */
const startMs = [120, 200] as const

/** Takes on a pod that the kubelet has not seen before. */
export function startPod(desk: Desk, pod: Pod): void {
  if (pod.metadata.deletionTimestamp !== undefined) wind(desk, pod)
  else if (admit(desk, pod)) {
    desk.allocations.grant(pod)
    startContainers(desk, pod.metadata.uid)
  }
}

export function startContainers(desk: Desk, uid: string): void {
  desk.later(desk.world.api.chance.between(...startMs), () => run(desk, uid))
}

function run(desk: Desk, uid: string): void {
  const pod = desk.pods.get(uid)
  const granted = pod && desk.allocations.of(pod)
  if (pod === undefined || granted === undefined || isFinished(pod) || pod.status?.containerStatuses) return
  const { api } = desk.world
  const hostIP = nodeAt(desk)?.status?.addresses?.[0]?.address ?? ''
  const podIP = podAddress(hostIP, desk.takeNumber())
  api.store.put('pods', runningStatus(pod, granted, { release: api.release, at: timestamp(api.now()), hostIP, podIP }))
}

/** In a private range, with the last two numbers of the node's own address; none where the node has none. */
const podAddress = (hostIP: string, number: number): string =>
  hostIP === '' ? '' : ['10', ...hostIP.split('.').slice(2), (number % 254) + 1].join('.')
