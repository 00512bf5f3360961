import type { Pod } from '../../core/model/object.ts'
import { isFinished } from '../runtime/phases.ts'
import type { Desk } from './desk.ts'
import { withStatus } from './status.ts'

/** Milliseconds from the end of the containers to the end of the pod. */
const goneAfter = [2, 10] as const

/** A pod that is deleted keeps its node for its whole grace period, then ends, and then is gone. */
export function wind({ world, pods, allocations, winding, later }: Desk, { metadata }: Pod): void {
  const { api } = world
  const { uid, deletionTimestamp, deletionGracePeriodSeconds } = metadata
  if (winding.get(uid) === deletionTimestamp) return
  winding.set(uid, deletionTimestamp)
  later((deletionGracePeriodSeconds ?? 0) * 1000, () => {
    const pod = pods.get(uid)
    if (pod?.metadata.deletionTimestamp !== deletionTimestamp || pod === undefined) return
    const ended = isFinished(pod) ? pod : withStatus(pod, { phase: allocations.of(pod) ? 'Failed' : 'Succeeded' })
    const metadata = { ...ended.metadata, deletionGracePeriodSeconds: 0 }
    api.store.put('pods', { ...ended, metadata })
    later(api.chance.between(...goneAfter), () => remove(uid))
  })
  const remove = (gone: string) => {
    const pod = pods.get(gone)
    winding.delete(gone)
    if (pod !== undefined && (pod.metadata.finalizers ?? []).length === 0) api.store.delete('pods', pod)
  }
}
