import type { Settings } from '../../agent/model/settings.ts'
import type { AgentNode } from '../../ports/agent-node.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Documents } from '../../ports/documents.ts'
import type { Events } from '../../ports/events.ts'
import type { Health } from '../../ports/host/health.ts'
import type { Journal } from '../../ports/host/journal.ts'
import type { KubeletService, StateFiles } from '../../ports/host/kubelet-service.ts'
import type { LiveConfig } from '../../ports/host/live-config.ts'
import type { Machine } from '../../ports/host/machine.ts'
import type { Rescue } from '../../ports/host/rescue.ts'
import type { RescueConnection } from '../../ports/host/rescue-connection.ts'

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
  readonly node: AgentNode
  readonly events: Events
}

/** Everything that the agent of one node works with. */
export interface World {
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
