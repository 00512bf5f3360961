import type { NodeCondition } from '../agent/report/condition.ts'
import type { Limits } from './limits.ts'

/** The agent's own Node: what it needs to know of it, and what it writes there. Promises as in limits.ts. */
export interface AgentNode {
  /** Also the metadata-only changes; first the Node as it is, then each change; undefined while it does not exist. */
  watch(limits: Limits): AsyncIterable<NodeFacts | undefined>
  /**
   * Patches our condition by its type and our annotation, and nothing else of the Node. False when the Node does not
   * exist. A patch that changes nothing is not sent.
   */
  report(report: NodeReport, limits: Limits): Promise<boolean>
  /** When the Lease of the node was renewed, milliseconds since the epoch. */
  leaseRenewedAt(limits: Limits): Promise<number | undefined>
  /** Pods bound to this node, ended ones included. */
  pods(limits: Limits): Promise<readonly PodFacts[]>
}

export interface NodeFacts {
  readonly uid: string
  readonly controlPlane: boolean
  readonly cordoned: boolean
  /** Pods other than those of DaemonSets and static ones are gone: the agent may do what needs a drain. undefined: not known. */
  readonly ready: 'True' | 'False' | 'Unknown'
  /** Milliseconds since the epoch. */
  readonly readyHeartbeatAt: number | undefined
  readonly kubeletVersion: string
  /** Our annotations of the Node, by name, values as they are: users edit them. */
  readonly annotations: Readonly<Record<string, string>>
}

export interface NodeReport {
  readonly condition: NodeCondition
  /** The annotation's JSON. */
  readonly annotation: string
}

export interface PodFacts {
  readonly uid: string
  readonly namespace: string
  readonly name: string
  readonly phase: string
  /** Such as OutOfpods, Evicted; '' without. */
  readonly reason: string
  /** Owned by a DaemonSet, or static: a drain leaves it. */
  readonly staysOnDrain: boolean
  /** Milliseconds since the epoch: when its sandbox was made (PodReadyToStartContainers became True). */
  readonly sandboxMadeAt: number | undefined
}
