import type { Fact } from '../../message/fact.ts'
import type { BadDocument, Config } from '../model/config.ts'
import type { OptOut } from '../model/opt-out.ts'
import type { Phase } from '../model/phase.ts'

/** What the agent reports of its node, as facts: the annotation, the condition, Events, metrics and logs are made of it. */
export interface AgentStatus {
  readonly node: string
  readonly phase: Phase
  /** Wall clock, milliseconds since the epoch: when the phase began. */
  readonly since: number
  /** What the sources say. undefined: not read yet. */
  readonly assigned: Config | undefined
  /** What the kubelet runs with. */
  readonly active: Config
  readonly lastKnownGood: Config
  /** Milliseconds; only in Trial. */
  readonly trial: { readonly elapsedMs: number; readonly lengthMs: number } | undefined
  /** Why the assigned configuration is not the active one: refused, held, rolled back, dead end. */
  readonly problem: Fact | undefined
  /** A problem with the cluster or the host that does not change what runs: sources unreadable, state not writable. */
  readonly trouble: Fact | undefined
  readonly optOut: OptOut | undefined
  /** Documents that are not tried again, the newest first; a few of them: an annotation is short. */
  readonly bad: readonly BadDocument[]
  readonly shadowedByFlags: readonly string[]
  /** Another program changed the live file: what the kubelet will read at its next start is not what the agent wrote. */
  readonly drifted: boolean
  /** Allocatable to come, while the change is held or applied. */
  readonly allocatable: Readonly<Record<string, string>> | undefined
  readonly kubeletVersion: string
  /** A rollout decides what the global document is for this node. */
  readonly gated: boolean
  /** The number of what a rollout gives the node, where that is no document. */
  readonly generation?: number | undefined
  /** It may read rollouts, or has not found out yet. */
  readonly followsRollouts: boolean
}
