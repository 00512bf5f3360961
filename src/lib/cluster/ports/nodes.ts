import type { Node } from '../../api/node.ts'
import type { Pod } from '../../api/pod.ts'
import type { Amounts } from '../../pods/amounts.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'

export interface NodeQuery {
  readonly labelSelector?: string
}

/** Milliseconds since the epoch. */
export interface LeaseTimes {
  /** By the clock of the node, which writes it there. */
  readonly renewedAt: number
  /** By the clock of the API server, which notes it to the second; undefined when it did not. */
  readonly writtenAt: number | undefined
}

/** Whether the scheduler may bind pods to a node, and what is noted beside it. */
export interface SchedulingChoice {
  readonly unschedulable: boolean
  readonly annotations: Readonly<Record<string, string | null>>
}

/** A pod that no node has yet. */
export interface PendingPod {
  /** namespace/name. */
  readonly name: string
  /** As the scheduler counts it. */
  readonly requests: Amounts
  /** The labels that a node must have for it; affinity and tolerations are not read. */
  readonly nodeSelector: Readonly<Record<string, string>>
  /** The scheduler has looked for a node, and found none with room. */
  readonly unschedulable: boolean
}

export interface Nodes {
  read(name: string, limits: Limits): Promise<Node | undefined>
  /** In pages; by name. */
  list(query: NodeQuery, limits: Limits): Promise<readonly Node[]>
  /**
   * Sets annotations, and removes those that are null; the other annotations stay. Resolves with the Node as it is then;
   * undefined when it does not exist.
   */
  annotate(
    name: string,
    annotations: Readonly<Record<string, string | null>>,
    dryRun: DryRun,
    limits: Limits,
  ): Promise<Node | undefined>
  /**
   * Cordons a node, undoes that or leaves it, and sets annotations as `annotate` does, in one write. Compare-and-swap on the
   * resourceVersion that was read: Failure 'conflict' when the Node has changed. undefined when it does not exist.
   */
  schedule(node: Pick<Node, 'name' | 'scheduling'>, choice: SchedulingChoice, limits: Limits): Promise<Node | undefined>
  /**
   * What the kubelet of a node reports of its configuration (GET /configz), as it sent it; undefined when the node does not
   * exist. The API server asks the kubelet, and requires the right to get nodes/proxy. One try. Without the answer of a
   * kubelet, Failure 'unreachable'; KubeletFact has the others.
   */
  configz(name: string, limits: Limits): Promise<string | undefined>
  /** When the kubelet of a node renewed its Lease last; undefined when there is none. */
  leaseTimes(name: string, limits: Limits): Promise<LeaseTimes | undefined>
  /**
   * Pods bound to this node, or to any, that are neither Succeeded nor Failed; in pages. Of several nodes, one list of all
   * pods is read, and only theirs are kept.
   */
  pods(nodes: string | ReadonlySet<string> | undefined, limits: Limits): Promise<readonly Pod[]>
  /** Pods that are not bound, without balloons and without those that have finished; in pages. */
  pendingPods(limits: Limits): Promise<readonly PendingPod[]>
  /**
   * Adds up the pods that are bound to any node, as pods() has them, without keeping them: a cluster may have 150 000.
   * `begin` is called again when the list has to be read from its beginning.
   */
  foldPods<Sum>(begin: () => Sum, add: (sum: Sum, pod: Pod) => void, limits: Limits): Promise<Sum>
}
