import type { PodEvidence } from '../../kubelet/changes/impact/evidence.ts'
import type { Limits } from '../../ports/limits.ts'
import type { NodeCondition } from '../report/condition-of.ts'

/** The agent's own Node: what it needs to know of it, and what it writes there. Promises as in limits.ts. */
export interface AgentNode {
  /** Cluster.now(). */
  now(): number
  /** Also the metadata-only changes; first the Node as it is, then each change; undefined while it does not exist. */
  watch(limits: Limits): AsyncIterable<NodeFacts | undefined>
  /**
   * Patches our condition by its type and our annotation, in one request and nothing else of the Node. Call it as often as
   * you like: what changes nothing is not sent, except that the condition's heartbeat is renewed every five minutes. A
   * patch that conflicts is made again from the Node as it is then.
   */
  report(report: NodeReport, limits: Limits): Promise<ReportOutcome>
  /** Removes our condition and our annotation. */
  withdraw(limits: Limits): Promise<void>
  /**
   * Whether a policy denies what agents must not write to their Node: an annotation of ours is written as a dry run.
   * undefined: there is no such Node. Rejects when it cannot be known.
   */
  isLimited(limits: Limits): Promise<boolean | undefined>
  /** When the Lease of the node was renewed, milliseconds since the epoch; undefined when there is none. */
  leaseRenewedAt(limits: Limits): Promise<number | undefined>
  /**
   * Pods bound to this node, ended ones included. RBAC cannot limit a ServiceAccount to the pods of one node, so the
   * agent asks with the kubelet's own credentials, which the Node authorizer limits (ADR 22).
   */
  pods(limits: Limits): Promise<readonly PodFacts[]>
  /**
   * First all pods as pods() has them, then those that change, in order and without gaps as far as the API server has the
   * changes; a pod that is deleted once more as it was last. With the same credentials. Recovers as Documents.watch does.
   */
  podChanges(limits: Limits): AsyncIterable<readonly PodFacts[]>
}

export interface NodeFacts {
  readonly uid: string
  /** RFC 3339; undefined: the API server does not say. */
  readonly createdAt: string | undefined
  /** The label for its place in rollouts, as it is. */
  readonly rolloutOrder: string | undefined
  readonly controlPlane: boolean
  readonly cordoned: boolean
  /** It is deleted, or a cluster autoscaler is about to remove its machine. */
  readonly leaving: boolean
  readonly ready: 'True' | 'False' | 'Unknown'
  /** Milliseconds since the epoch. */
  readonly readyHeartbeatAt: number | undefined
  /** Of the host, as the kubelet has read it: each of its reports has it. undefined: it has not. */
  readonly bootId: string | undefined
  readonly kubeletVersion: string
  /** Quantities by resource. */
  readonly allocatable: Readonly<Record<string, string>>
  readonly capacity: Readonly<Record<string, string>>
  /** Our annotations of the Node, by name, values as they are: users edit them. */
  readonly annotations: Readonly<Record<string, string>>
}

/** Only what was written shows that the API server stores anything. */
export type ReportOutcome = 'written' | 'unchanged' | 'no-node'

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
  /** Such as OutOfpods, Evicted, or Terminated by a kubelet whose machine shuts down; '' without. */
  readonly reason: string
  /** Somebody, or a controller, has deleted it. */
  readonly isDeleted: boolean
  /** Its containers are started again after each end (restartPolicy Always), so it does not finish by itself. */
  readonly restartsAlways: boolean
  /** Milliseconds since the epoch, on the clock of the API server. */
  readonly createdAt: number | undefined
  /** Owned by a DaemonSet, or static: a drain leaves it. */
  readonly staysOnDrain: boolean
  /** A balloon of nodesize that requests or holds more than its floor. */
  readonly balloonAboveFloor: boolean
  /** Its kubelet has made a sandbox for it (PodReadyToStartContainers). */
  readonly hasSandbox: boolean
  /** What it requests, and what else decides whether a kubelet that restarts ends it. */
  readonly evidence: PodEvidence
}
