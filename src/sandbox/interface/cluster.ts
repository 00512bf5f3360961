import type { ApiReply, ApiRequest } from './request.ts'

/** What the simulated cluster is made of. */
export interface SandboxOptions {
  /** Of each node; the names are node-a, node-b, …. */
  readonly nodes: number
  /** Quantities. */
  readonly nodeCpu: string
  readonly nodeMemory: string
  /** Such as 1.36. */
  readonly kubernetesVersion: string
  /** Of everything that is left to chance (names, uids, delays). */
  readonly seed: number
  /** Milliseconds since the epoch at the start. */
  readonly now: number
}

/** Something that goes wrong from the start. */
export type Fault =
  | { readonly kind: 'kubelet-down' | 'late-pod'; readonly node: string }
  | { readonly kind: 'kubelet-delay'; readonly ms: number }
  /** Without `ms` it lasts. */
  | { readonly kind: 'api-unavailable'; readonly ms?: number }

/** What can be made to go wrong. RangeError for the name of a node that there is not. */
export interface Faults {
  /** The kubelet of this node is down. Started again, it waits 30 s before it judges pending resizes. */
  stopKubelet(node: string): void
  startKubelet(node: string): void
  /** Every request is answered 503 with so many seconds in Retry-After: for so many milliseconds, or until `undefined`. */
  unavailable(retryAfter: number | undefined, ms?: number): void
  /** Milliseconds from a change until each kubelet looks at it, exactly; `undefined` for the usual ones. */
  kubeletDelay(ms: number | undefined): void
  /**
   * Once: when a balloon of this node is about to ask for more cpu or memory, a pod that takes all that is left of it is
   * bound to the node, and admitted by its kubelet, a moment before.
   */
  latePod(node: string): void
}

/** A simulated cluster, without a network and without time of its own. */
export interface Sandbox extends Faults {
  /** Milliseconds since the epoch, virtual. */
  now(): number
  handle(request: ApiRequest): ApiReply
  /** Let virtual time pass; what falls due happens in order. */
  advance(ms: number): void
  /** Virtual instant at which something falls due next; undefined when nothing does. A shell advances to it in time. */
  nextDue(): number | undefined
}
