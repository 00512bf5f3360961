import { type FactOf, message } from '../../../message/message.ts'
import type { Effective } from '../../defaults/effective.ts'
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
  | FactOf<typeof SignalNotKnown>
  | FactOf<typeof PodsMemoryNotKnown>
  | FactOf<typeof AllocatableNotKnown>
  | FactOf<typeof CpusNotReleased>
  | FactOf<typeof EffectNotKnown>

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

/** How much is left, by eviction signal. */
export const SignalNotKnown = message(
  'SignalNotKnown',
  ({ signal }: { signal: string }) => `how much is left for ${signal}`,
)

export const PodsMemoryNotKnown = message('PodsMemoryNotKnown', () => 'how much memory the pods use together')

export const AllocatableNotKnown = message(
  'AllocatableNotKnown',
  ({ resource }: { resource: string }) => `how much ${resource} is left`,
)

/** When the static CPU manager, which shares no CPU, has those of pods that have ended. */
export const CpusNotReleased = message('CpusNotReleased', () => 'when the CPUs of pods that have ended are released')

/** What a change of this field does to pods. */
export const EffectNotKnown = message(
  'EffectNotKnown',
  ({ path }: { path: string }) => `what ${path} does to running pods`,
)
