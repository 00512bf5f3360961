import type { Pod } from '../../core/model/object.ts'
import { isFinished } from '../runtime/phases.ts'
import type { KubeletState } from './state.ts'
import { withStatus } from './status.ts'

/** Milliseconds from the end of the containers until the pod is deleted. */
const deletedAfterMs = [2, 10] as const

/** Terminates a pod: it runs for its whole grace period, ends, and is then deleted. */
export function terminate({ world, pods, allocations, terminating, later }: KubeletState, { metadata }: Pod): void {
  const { api } = world
  const { uid, deletionTimestamp, deletionGracePeriodSeconds } = metadata
  if (terminating.get(uid) === deletionTimestamp) return
  terminating.set(uid, deletionTimestamp)
  later((deletionGracePeriodSeconds ?? 0) * 1000, () => {
    const pod = pods.get(uid)
    if (pod?.metadata.deletionTimestamp !== deletionTimestamp || pod === undefined) return
    const ended = isFinished(pod) ? pod : withStatus(pod, { phase: allocations.of(pod) ? 'Failed' : 'Succeeded' })
    const metadata = { ...ended.metadata, deletionGracePeriodSeconds: 0 }
    api.store.put('pods', { ...ended, metadata })
    later(api.chance.between(...deletedAfterMs), () => remove(uid))
  })
  const remove = (gone: string) => {
    const pod = pods.get(gone)
    terminating.delete(gone)
    if (pod !== undefined && (pod.metadata.finalizers ?? []).length === 0) api.store.delete('pods', pod)
  }
}
