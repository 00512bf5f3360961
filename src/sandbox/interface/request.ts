/** One HTTP request as the API server understands it. */
export interface ApiRequest {
  readonly method: string
  /** Decoded path such as /api/v1/namespaces/kube-system/pods/x/resize. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** undefined without a body. */
  readonly body?: Body
  readonly user: User
}

/** Unparsed text, or a body in another encoding. */
export type Body = string | EncodedBody

export interface EncodedBody {
  /** The object that JSON would have. `expected` is the kind of a body that has none itself. */
  decode(expected: BodyKind): DecodedBody
}

export interface BodyKind {
  readonly apiVersion: string
  readonly kind: string
}

export type DecodedBody =
  | { readonly result: 'object'; readonly object: Readonly<Record<string, unknown>> }
  /** Not even the kind can be read; `data` is the beginning of the body. */
  | { readonly result: 'unrecognized'; readonly problem: string; readonly data: string }
  /** The kind can be read, the object cannot. */
  | ({ readonly result: 'malformed'; readonly problem: string } & BodyKind)

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

/** A value of the header `warning` (RFC 7234, 5.5). */
export const warningText = (text: string): string => `299 - ${JSON.stringify(text)}`

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
