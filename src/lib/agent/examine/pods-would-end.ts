import type { Risk } from '../../kubelet-changes/disruption.ts'
import { concernAdmission } from '../../kubelet-changes/impact/admission.ts'
import type { EndedPod, Figure, Impact } from '../../kubelet-changes/impact/impact.ts'
import type { UnknownEvidence } from '../../kubelet-changes/impact/risk.ts'

export type PodsWouldEnd =
  /** A restart would end these pods, or may. */
  | {
      readonly reason: 'PodsWouldEnd'
      /** The fields whose change needs that; empty: any restart does. */
      readonly paths: readonly string[]
      /** What would have to be accepted; empty: nobody can. */
      readonly risks: readonly Risk[]
      /** Ten at most. */
      readonly ends: readonly EndedPod[]
      readonly count: number
      /** How many pods run on the node. */
      readonly pods: number
      readonly figures: readonly Figure[]
      readonly unknown: readonly UnknownEvidence[]
    }
  /** No kubelet starts until this one has released the CPUs of pods that have ended. */
  | { readonly reason: 'WaitsForCpus' }
  /** The pods of the node cannot be read. */
  | { readonly reason: 'PodsNotKnown'; readonly paths: readonly string[]; readonly risks: readonly Risk[] }

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
  if (ends.length === 0 && unknown.some(({ reason }) => reason === 'CpusNotReleased')) return { reason: 'WaitsForCpus' }
  return {
    reason: 'PodsWouldEnd',
    paths,
    risks: impact.startsAgain ? risks : [],
    ends: ends.slice(0, most),
    count: ends.length,
    pods,
    figures,
    unknown,
  }
}

const nameOf = ({ namespace, name }: EndedPod): string => `${namespace}/${name}`
