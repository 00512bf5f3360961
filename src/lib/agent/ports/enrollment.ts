import type { Limits } from '../../ports/limits.ts'

/** How an agent gets its credentials, and keeps them. Promises as in limits.ts. */
export interface Enrollment {
  /** The machine that a Node is; undefined when the Node does not exist. */
  machineOf(node: string, limits: Limits): Promise<NodeMachine | undefined>
  /**
   * A new token of a ServiceAccount, bound to a Node: it ends when the Node or the ServiceAccount is deleted. The server may
   * give it less time. Rejects with Failure 'invalid' when the ServiceAccount or the Node does not exist, and when the
   * server does not bind tokens to Nodes (Kubernetes before 1.31).
   */
  requestToken(request: TokenRequest, limits: Limits): Promise<IssuedToken>
}

export interface NodeMachine {
  readonly uid: string
  /** As the kubelet reported them; '' before. */
  readonly machineId: string
  readonly bootId: string
}

export interface TokenRequest {
  readonly namespace: string
  readonly serviceAccount: string
  readonly node: { readonly name: string; readonly uid: string }
  readonly seconds: number
}

export interface IssuedToken {
  readonly token: string
  /** Milliseconds since the epoch, on the clock of the API server. */
  readonly expiresAt: number
}
