import type { PodEvidence, Room, RoomResource } from './evidence.ts'

/** What a node offers. undefined: not less than now, which its pods have been admitted to. */
export type Offer = Readonly<Partial<Record<RoomResource | 'pods', bigint | undefined>>>

/** The fields that decide what a node offers. */
const fields: ReadonlySet<string> = new Set([
  ...['maxPods', 'podsPerCore', 'kubeReserved', 'systemReserved', 'reservedSystemCPUs'],
  ...['evictionHard', 'localStorageCapacityIsolation'],
])

export const concernAdmission = (paths: readonly string[]): boolean =>
  paths.some((path) => fields.has(/^\w+/.exec(path)?.[0] ?? ''))

/** As a kubelet reports it for the pod. */
export type AdmissionReason = 'OutOfpods' | 'OutOfcpu' | 'OutOfmemory' | 'OutOfephemeral-storage' | 'Preempting'

export interface Refused {
  readonly pod: PodEvidence
  readonly why: AdmissionReason
}

/**
 * The pods that a kubelet which starts refuses or ends for lack of room, also where only the order of pods of one second
 * decides. It admits its pods one after the other, oldest first (pkg/kubelet/kubelet.go, HandlePodAdditions), compares what
 * each requests with what the pods before it leave (lifecycle/predicate.go), and ends others where a critical one does not
 * fit (preemption/preemption.go). Static pods come from another source, before or after the others.
 */
export function refusedPods(pods: readonly PodEvidence[], offer: Offer): readonly Refused[] {
  const others = pods.filter(({ isStatic }) => !isStatic)
  const statics = pods.filter(({ isStatic }) => isStatic)
  let admitted = statics
  const refused: Refused[] = []
  for (const group of ofOneSecond(others)) {
    const ended = group.flatMap((pod) => {
      // Of the same second, all others may come before it.
      const before = [...admitted, ...group.filter((other) => other !== pod)]
      const why = lacking(pod, before, offer)[0]
      return why === undefined || pod.isCritical ? [] : [{ pod, why }]
    })
    refused.push(...ended)
    // Alone in its second, it is certain; otherwise any of them may be in, and take the room.
    admitted = [...admitted, ...group.filter((pod) => group.length > 1 || !isAmong(ended, pod))]
  }
  const preempted = preempting(pods, offer).filter(({ pod }) => !isAmong(refused, pod))
  return [...refused, ...preempted].filter(({ pod }) => !pod.isDeleted)
}

const isAmong = (refused: readonly Refused[], one: PodEvidence): boolean => refused.some(({ pod }) => pod === one)

/** Any pod that requests what a critical pod lacks; and the critical pod, where that would not be enough. */
function preempting(pods: readonly PodEvidence[], offer: Offer): readonly Refused[] {
  return pods
    .filter(({ isCritical }) => isCritical)
    .flatMap((critical) => {
      const before = pods.filter(
        (pod) => pod !== critical && (critical.isStatic || pod.isStatic || !isLater(pod, critical)),
      )
      const lacks = lacking(critical, before, offer)
      if (lacks.length === 0) return []
      const victims = pods.filter((pod) => !pod.isCritical && lacks.some((why) => frees(pod, why)))
      const alone = lacking(
        critical,
        before.filter((pod) => pod.isCritical),
        offer,
      )
      return [...victims, ...(alone.length > 0 ? [critical] : [])].map((pod) => ({ pod, why: 'Preempting' as const }))
    })
    .filter(({ pod }, index, all) => all.findIndex((other) => other.pod === pod) === index)
}

const reasons: Readonly<Record<RoomResource, AdmissionReason>> = {
  cpu: 'OutOfcpu',
  memory: 'OutOfmemory',
  storage: 'OutOfephemeral-storage',
}

export const roomResources: readonly RoomResource[] = ['cpu', 'memory', 'storage']

const frees = ({ counted }: PodEvidence, why: AdmissionReason): boolean =>
  roomResources.every((resource) => reasons[resource] !== why || counted[resource] > 0n)

/** Nothing, if the pod fits beside these. */
function lacking(pod: PodEvidence, before: readonly PodEvidence[], offer: Offer): readonly AdmissionReason[] {
  const { pods: most } = offer
  return [
    ...(most !== undefined && BigInt(before.length) + 1n > most ? (['OutOfpods'] as const) : []),
    ...roomResources
      .filter((resource) => {
        const [offered, wanted] = [offer[resource], pod.requests[resource]]
        return offered !== undefined && wanted > 0n && wanted > offered - usedBy(before, resource)
      })
      .map((resource) => reasons[resource]),
  ]
}

const usedBy = (pods: readonly PodEvidence[], resource: keyof Room): bigint =>
  pods.reduce((sum, { counted }) => sum + counted[resource], 0n)

/** The API server notes times to the second. A pod without one may be the oldest or the youngest. */
const secondOf = ({ createdAt }: PodEvidence): number | undefined =>
  createdAt === undefined ? undefined : Math.floor(createdAt / 1000)

function isLater(pod: PodEvidence, than: PodEvidence): boolean {
  const [one, other] = [secondOf(pod), secondOf(than)]
  return one !== undefined && other !== undefined && one > other
}

function ofOneSecond(pods: readonly PodEvidence[]): readonly (readonly PodEvidence[])[] {
  // Without a time, nothing is known of the order.
  if (pods.some((pod) => secondOf(pod) === undefined)) return pods.length === 0 ? [] : [pods]
  const bySecond = Map.groupBy(pods, (pod) => secondOf(pod)!)
  return [...bySecond].toSorted(([a], [b]) => a - b).map(([, group]) => group)
}
