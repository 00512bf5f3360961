import type { Quantities } from './pod.ts'

/**
 * The parts of Kubernetes objects that sizing reads, as the API server sends them (quantities and times as strings).
 * @kubernetes/client-node's V1Node and V1Pod are compatible, except for times, which they convert to Date.
 */
export interface Node {
  readonly name: string
  readonly uid: string
  /** RFC 3339; undefined: the API server does not say. */
  readonly createdAt: string | undefined
  readonly labels: Readonly<Record<string, string>>
  /** Only ours, by name; values as they are: users edit them. */
  readonly annotations: Readonly<Record<string, string>>
  /** Our condition; undefined when no agent has reported one. */
  readonly agentCondition: AgentCondition | undefined
  readonly allocatable: Quantities
  /** What the kubelet found on its machine. */
  readonly capacity: Quantities
  /** Of the running kernel, which makes it up when it boots; empty when the kubelet reports none. */
  readonly bootId: string
  readonly ready: boolean
  /** Nothing is heard of its kubelet: Ready is Unknown. */
  readonly unreachable: boolean
  /** Such as v1.36.3. */
  readonly kubeletVersion: string
  readonly operatingSystem: string
  /** Such as Talos (v1.9.0). */
  readonly osImage: string
  /** Such as containerd://2.1.4. */
  readonly containerRuntime: string
  /** Bytes of swap space, as kubelets since 1.34 report it; undefined when it does not. */
  readonly swapBytes: number | undefined
  readonly scheduling: Scheduling
}

/** Whether the scheduler may bind pods to a Node. */
export interface Scheduling {
  /** Of the Node, as it was read. */
  readonly resourceVersion: string
  /** Cordoned. */
  readonly unschedulable: boolean
  /** The field managers that cordoned it; empty when the server does not say. */
  readonly cordonedBy: readonly string[]
}

/** The condition that an agent keeps on its Node. */
export interface AgentCondition {
  readonly status: string
  readonly reason: string
  readonly message: string
  /** RFC 3339, by the clock of the node; undefined when the condition has none. */
  readonly heartbeatAt: string | undefined
  /** When the API server took the last report of the agent, by its own clock; undefined when it does not say. */
  readonly writtenAt: string | undefined
}

const roles = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master']

/** By the label that kubeadm and others give it. */
export const isControlPlane = ({ labels }: Pick<Node, 'labels'>): boolean => roles.some((role) => role in labels)
