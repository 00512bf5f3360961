import type { Events } from '../../cluster/ports/events.ts'
import type { Documents } from '../../documents/ports/documents.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Rollouts } from '../../rollouts/ports/rollouts.ts'
import type { Settings } from '../model/settings.ts'
import type { AgentNode } from '../ports/agent-node.ts'
import type { Health } from '../ports/health.ts'
import type { Journal } from '../ports/journal.ts'
import type { KubeletService, StateFiles } from '../ports/kubelet-service.ts'
import type { LiveConfig } from '../ports/live-config.ts'
import type { Machine } from '../ports/machine.ts'
import type { Rescue } from '../ports/rescue.ts'
import type { RescueConnection } from '../ports/rescue-connection.ts'

/** This machine. */
export interface Host {
  readonly journal: Journal
  readonly live: LiveConfig
  readonly kubelet: KubeletService
  readonly stateFiles: StateFiles
  readonly rescue: Rescue
  readonly rescueConnection: RescueConnection
  readonly health: Health
  readonly machine: Machine
}

/** The cluster, as the agent of one node needs it. */
export interface AgentCluster {
  readonly documents: Pick<Documents, 'watch'>
  readonly rollouts: Pick<Rollouts, 'read' | 'watch'>
  readonly node: AgentNode
  readonly events: Events
}

/** Everything that the agent of one node works with. */
export interface AgentDependencies {
  readonly node: string
  readonly settings: Settings
  /** Fields that this node allows in spite of the policy (lib/agent/examine/policy.ts). */
  readonly allowedUnsafe: readonly string[]
  readonly host: Host
  readonly cluster: AgentCluster
  readonly clock: Clock
  /** From 0 to below 1, for pauses that nodes should not take together. */
  readonly random: () => number
}
