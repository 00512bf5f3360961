/** One HTTP request as the API server understands it. */
export interface ApiRequest {
  readonly method: string
  /** Decoded path such as /api/v1/namespaces/kube-system/pods/x/resize. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Unparsed; undefined without a body. */
  readonly body?: string
  readonly user: User
}

export interface User {
  readonly name: string
  readonly groups: readonly string[]
}

/** A complete answer, or a watch that sends events. */
export type ApiReply = Answer | WatchReply

export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body: unknown
}

export interface WatchReply {
  readonly kind: 'watch'
  /**
   * Calls `each` with every event: synchronously with those that are already due, then as they happen. `done` is called
   * when the server ends the watch. The returned function stops the watch.
   */
  subscribe(each: (event: WatchEvent) => void, done: () => void): () => void
}

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: unknown
}
