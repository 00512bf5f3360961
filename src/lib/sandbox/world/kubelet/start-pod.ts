import { type Pod, timestamp } from '../../core/object.ts'
import { admit } from './admission.ts'
import { type Desk, nodeAt } from './desk.ts'
import { isFinished } from './phases.ts'
import { runningStatus } from './status.ts'
import { wind } from './termination.ts'

/** Milliseconds until the containers of a pod run. */
const startMs = [120, 200] as const

/** Takes on a pod that the kubelet has not seen before. */
export function startPod(desk: Desk, pod: Pod): void {
  const { queue, api } = desk.world
  if (pod.metadata.deletionTimestamp !== undefined) wind(desk, pod)
  else if (admit(desk, pod)) {
    desk.allocations.grant(pod)
    queue.after(api.chance.between(...startMs), () => run(desk, pod.metadata.uid))
  }
}

function run(desk: Desk, uid: string): void {
  const pod = desk.pods.get(uid)
  const granted = pod && desk.allocations.of(pod)
  if (pod === undefined || granted === undefined || isFinished(pod)) return
  const { api } = desk.world
  const hostIP = nodeAt(desk)?.status?.addresses?.[0]?.address ?? ''
  api.store.put('pods', runningStatus(pod, granted, { at: timestamp(api.now()), hostIP }))
}
