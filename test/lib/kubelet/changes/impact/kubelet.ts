import type { Offer } from '../../../../../src/lib/kubelet/changes/impact/admission.ts'
import type { PodEvidence, RoomResource } from '../../../../../src/lib/kubelet/changes/impact/evidence.ts'

const resources: readonly RoomResource[] = ['cpu', 'memory', 'storage']

/**
 * The pods that a kubelet ends which admits these in this order: a model that is written after its code, one pod at a time, with
 * the victims of a critical pod taken as `victim` says.
 */
export function endedBy(
  order: readonly PodEvidence[],
  offer: Offer,
  victim: (among: readonly PodEvidence[]) => PodEvidence,
): ReadonlySet<string> {
  let active: readonly PodEvidence[] = []
  const ended = new Set<string>()
  for (const pod of order) {
    let lacks = lacking(pod, active, offer)
    while (lacks.length > 0 && pod.isCritical) {
      const candidates = active.filter((one) => !one.isCritical && lacks.some((what) => gives(one, what)))
      if (candidates.length === 0) break
      const chosen = victim(candidates)
      ended.add(chosen.name)
      active = active.filter((one) => one !== chosen)
      lacks = lacking(pod, active, offer)
    }
    if (lacks.length > 0) ended.add(pod.name)
    else active = [...active, pod]
  }
  return ended
}

const gives = (pod: PodEvidence, what: RoomResource | 'pods'): boolean => what === 'pods' || pod.counted[what] > 0n

function lacking(pod: PodEvidence, active: readonly PodEvidence[], offer: Offer): readonly (RoomResource | 'pods')[] {
  const short = resources.filter((resource) => {
    const [offered, wanted] = [offer[resource], pod.requests[resource]]
    const used = active.reduce((sum, { counted }) => sum + counted[resource], 0n)
    return offered !== undefined && wanted > 0n && wanted + used > offered
  })
  return offer.pods !== undefined && BigInt(active.length + 1) > offer.pods ? ['pods', ...short] : short
}
