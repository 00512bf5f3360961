import type { Effective } from '../../kubelet/defaults/effective.ts'
import type { NodeEvidence, PodEvidence } from './evidence.ts'

/** Why pods may end that a kubelet does not refuse for lack of room. */
export type RiskReason =
  /** The static CPU manager may not give them their CPUs again, or refuses to start while they have them. */
  | 'ExclusiveCpus'
  /** They have all CPUs that the static CPU manager may give: the kubelet does not start while they run. */
  | 'NoSharedCpu'
  | 'GuaranteedMemory'
  | 'TopologyAffinity'
  | 'IdRanges'
  | 'OtherRuntime'
  | 'StaticPodSource'
  | 'FlexVolumes'
  | 'OldCgroups'
  /** Less is left than the threshold. */
  | 'EvictionThreshold'
  /** The pods use more memory than they may together. */
  | 'PodsMemoryLimit'

/** What would have to be known. */
export type UnknownEvidence =
  /** How much is left, by eviction signal. */
  | { readonly reason: 'SignalNotKnown'; readonly signal: string }
  | { readonly reason: 'PodsMemoryNotKnown' }
  | { readonly reason: 'AllocatableNotKnown'; readonly resource: string }
  /** When the static CPU manager, which shares no CPU, has those of pods that have ended. */
  | { readonly reason: 'CpusNotReleased' }
  /** What a change of this field does to pods. */
  | { readonly reason: 'EffectNotKnown'; readonly path: string }

export interface AtRisk {
  readonly pods: readonly PodEvidence[]
  readonly why: RiskReason
}

export interface Weighed {
  readonly before: Effective
  readonly after: Effective
  readonly evidence: NodeEvidence
  /** State files that go, and what they have with them. */
  readonly stateFiles: readonly string[]
}
