/** Something that goes wrong from the start. */
export type Fault =
  | { readonly kind: 'kubelet-down' | 'late-pod' | 'agent-down'; readonly node: string }
  | { readonly kind: 'kubelet-delay'; readonly ms: number }
  /** Without `ms`, permanent. */
  | { readonly kind: 'api-unavailable'; readonly ms?: number }

/** Injects faults. Methods throw RangeError when the node does not exist. */
export interface Faults {
  /** Stops the kubelet of this node. After it is started again, it waits 30 s before it considers pending resizes. */
  stopKubelet(node: string): void
  startKubelet(node: string): void
  /**
   * Answers every request with 503 and this Retry-After in seconds, for `ms` milliseconds, or until it is called with
   * `undefined`.
   */
  unavailable(retryAfter: number | undefined, ms?: number): void
  /** Exact milliseconds from a change until each kubelet looks at it; `undefined` restores the default delays. */
  kubeletDelay(ms: number | undefined): void
  /**
   * Takes effect once: just before a balloon on this node requests more cpu or memory, a pod that uses up the rest of
   * that resource is bound to the node and admitted by its kubelet.
   */
  latePod(node: string): void
  /** What the agent of this node writes counts as written an hour ago. */
  silenceAgent(node: string): void
}
