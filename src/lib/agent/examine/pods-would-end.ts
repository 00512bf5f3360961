import type { Risk } from '../../kubelet/changes/disruption.ts'
import { concernAdmission } from '../../kubelet/changes/impact/admission.ts'
import type { EndedPod, Figure, Impact } from '../../kubelet/changes/impact/impact.ts'
import { podsWouldEndText, waysOnFrom } from '../../kubelet/changes/impact/impact-text.ts'
import type { UnknownEvidence } from '../../kubelet/changes/impact/risk.ts'
import { type FactOf, message } from '../../message/message.ts'

export type PodsWouldEnd = FactOf<typeof PodsWouldEnd> | FactOf<typeof WaitsForCpus> | FactOf<typeof PodsNotKnown>

type Held = Exclude<PodsWouldEnd, { readonly reason: 'PodsNotKnown' }>

interface Weighed {
  readonly paths: readonly string[]
  readonly risks: readonly Risk[]
}

/** As many as fit into a report. */
const most = 10

/** undefined: none would end, once balloons have given back what they can. */
export function podsWouldEnd(impact: Impact, { paths, risks }: Weighed): Held | undefined {
  const { mayEnd, unknown, figures, pods } = impact
  const certain = concernAdmission(paths) ? impact.endsWithoutBalloons : []
  const names = new Set(certain.map(nameOf))
  const ends = [...certain, ...mayEnd.filter((pod) => !names.has(nameOf(pod)))]
  if (ends.length === 0 && unknown.length === 0) return undefined
  if (ends.length === 0 && unknown.some(({ reason }) => reason === 'CpusNotReleased')) return WaitsForCpus()
  return PodsWouldEnd({
    paths,
    risks: impact.startsAgain ? risks : [],
    ends: ends.slice(0, most),
    count: ends.length,
    pods,
    figures,
    unknown,
  })
}

const nameOf = ({ namespace, name }: EndedPod): string => `${namespace}/${name}`

/** A restart would end these pods, or may. */
export const PodsWouldEnd = message(
  'PodsWouldEnd',
  (fact: {
    /** The fields whose change needs that; empty: any restart does. */
    paths: readonly string[]
    /** What would have to be accepted; empty: nobody can. */
    risks: readonly Risk[]
    /** Ten at most. */
    ends: readonly EndedPod[]
    count: number
    /** How many pods run on the node. */
    pods: number
    figures: readonly Figure[]
    unknown: readonly UnknownEvidence[]
  }) => ({ said: podsWouldEndText(fact), hints: waysOnFrom(fact) }),
)

/** No kubelet starts until this one has released the CPUs of pods that have ended. */
export const WaitsForCpus = message(
  'WaitsForCpus',
  () => 'the kubelet would not start again until it has released the CPUs of pods that have ended',
)

/** The pods of the node cannot be read. */
export const PodsNotKnown = message('PodsNotKnown', (fact: { paths: readonly string[]; risks: readonly Risk[] }) => ({
  said: `the pods of the node cannot be read, so what a change of ${fact.paths.join(', ')} would end is not known`,
  hints: waysOnFrom(fact),
}))
