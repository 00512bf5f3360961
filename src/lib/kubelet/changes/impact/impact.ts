import { formatQuantity } from '../../../quantity/quantity.ts'
import { Effective } from '../../defaults/effective.ts'
import type { ConfigDocument } from '../../model/document.ts'
import type { Release } from '../../model/releases.ts'
import { type AssessedChange, type Assessment, stateFilesOf } from '../assess.ts'
import { type AdmissionReason, type Offer, refusedPods, roomResources } from './admission.ts'
import { atRisk } from './at-risk.ts'
import { startAtRisk } from './at-risk-managers.ts'
import type { NodeEvidence, PodEvidence, RoomResource } from './evidence.ts'
import { offerAfter } from './offer.ts'
import { AllocatableNotKnown, type RiskReason, type UnknownEvidence } from './risk.ts'

/** A pod that a plain restart would end, or may end. */
export interface EndedPod {
  readonly namespace: string
  readonly name: string
  readonly why: AdmissionReason | RiskReason
  readonly staysOnDrain: boolean
}

/** What pods request of a resource of which the node will offer less. */
export interface Figure {
  readonly resource: 'pods' | 'cpu' | 'memory' | 'ephemeral-storage'
  readonly requested: string
  readonly allocatable: string
}

/** What a restart of the kubelet would end on one node. */
export interface Impact {
  /** How many pods run there. */
  readonly pods: number
  readonly figures: readonly Figure[]
  /** By a kubelet that has no room for them. */
  readonly ends: readonly EndedPod[]
  /** The same if each balloon has given back what it can. */
  readonly endsWithoutBalloons: readonly EndedPod[]
  /** The same when the node is drained: then only these pods are left. */
  readonly endsDrained: readonly EndedPod[]
  /** What may end them cannot be computed. */
  readonly mayEnd: readonly EndedPod[]
  readonly unknown: readonly UnknownEvidence[]
  /** Not with the state files that it has: no risk covers that, and a drain alone does not end it. */
  readonly startsAgain: boolean
}

export interface ImpactQuestion {
  readonly release: Release
  readonly before: ConfigDocument
  readonly after: ConfigDocument
  /** Of the whole change. */
  readonly assessment: Pick<Assessment, 'changes'>
  /** The changes whose disruption nobody has accepted. */
  readonly weighed: readonly AssessedChange[]
  readonly evidence: NodeEvidence
}

/** Decides on the evidence of one node. A drain removes what may end; what cannot be known is in `unknown`. */
export function impactOf({ release, before, after, assessment, weighed, evidence }: ImpactQuestion): Impact {
  const [old, current] = [new Effective(before, release), new Effective(after, release)]
  const { offer, unknown } = offerAfter(old, current, evidence)
  const stateFiles = stateFilesOf(assessment)
  const question = { before: old, after: current, evidence, stateFiles }
  const ofStart = startAtRisk(question)
  const risks = [...ofStart, ...atRisk(weighed, question)]
  const given = evidence.pods.map(givenBack)
  const refused = (pods: readonly PodEvidence[]): readonly EndedPod[] =>
    refusedPods(pods, offer).map(({ pod, why }) => ended(pod, why))
  return {
    pods: evidence.pods.length,
    figures: figuresOf(evidence.pods, offer),
    ends: refused(evidence.pods),
    endsWithoutBalloons: refused(given),
    endsDrained: refused(given.filter(({ staysOnDrain }) => staysOnDrain)),
    mayEnd: uniquely(
      risks.flatMap((one) =>
        'pods' in one ? one.pods.filter(({ isDeleted }) => !isDeleted).map((pod) => ended(pod, one.why)) : [],
      ),
    ),
    unknown: [
      ...unknown
        .filter((resource) => requests(evidence.pods, resource))
        .map((resource) => AllocatableNotKnown({ resource })),
      ...risks.filter((one): one is UnknownEvidence => 'reason' in one),
    ],
    startsAgain: ofStart.length === 0,
  }
}

/** Without requests of it, no pod ends for it. */
const requests = (pods: readonly PodEvidence[], resource: string): boolean =>
  pods.length > 0 && roomResources.every((one) => names[one] !== resource || pods.some((pod) => pod.requests[one] > 0n))

const ended = ({ namespace, name, staysOnDrain }: PodEvidence, why: EndedPod['why']): EndedPod => ({
  namespace,
  name,
  why,
  staysOnDrain,
})

const uniquely = (pods: readonly EndedPod[]): readonly EndedPod[] =>
  [...new Map(pods.toReversed().map((pod) => [`${pod.namespace}/${pod.name}`, pod])).values()].toReversed()

const givenBack = (pod: PodEvidence): PodEvidence =>
  pod.floor === undefined ? pod : { ...pod, requests: pod.floor, counted: pod.floor }

const names: Readonly<Record<RoomResource, Exclude<Figure['resource'], 'pods'>>> = {
  cpu: 'cpu',
  memory: 'memory',
  storage: 'ephemeral-storage',
}

function figuresOf(pods: readonly PodEvidence[], offer: Offer): readonly Figure[] {
  const room = roomResources.flatMap((resource): readonly Figure[] => {
    const offered = offer[resource]
    if (offered === undefined) return []
    const requested = pods.reduce((sum, { counted }) => sum + counted[resource], 0n)
    const [allocatable, wanted] = [offered, requested].map((amount) => textOf(resource, amount))
    return [{ resource: names[resource], requested: wanted!, allocatable: allocatable! }]
  })
  return [
    ...(offer.pods === undefined
      ? []
      : [{ resource: 'pods', requested: `${pods.length}`, allocatable: `${offer.pods}` } as const]),
    ...room,
  ]
}

const textOf = (resource: RoomResource, amount: bigint): string =>
  resource === 'cpu'
    ? formatQuantity({ nanos: amount * 1_000_000n, format: 'DecimalSI' })
    : formatQuantity({ nanos: amount * 1_000_000_000n, format: 'BinarySI' })
