import type { Credentials, Identity } from '../login/identity.ts'
import type { Shape } from './shape.ts'

/** One request of the Kubernetes API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Such as /api/v1/nodes, encoded. */
  readonly path: string
  /** What is undefined is left out. */
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  /** Of the body; application/json without it. */
  readonly contentType?: string
  /** Of a good answer; an object without it. */
  readonly shape?: Shape
}

/** Whether something may have changed when there is no answer: not by a dry run, nor by asking who may do what. */
export function mayChange({ method, path, query, body }: Call): boolean {
  const isDryRun = query?.['dryRun'] !== undefined || (body as { dryRun?: unknown } | undefined)?.dryRun !== undefined
  return method !== 'GET' && !isDryRun && !/\/selfsubject\w*reviews$/.test(path)
}

/** A call, and as whom it is sent. */
export interface Outgoing {
  readonly call: Call
  readonly identity: Identity
}

/** An answer: its head, and its body as it comes. */
export interface Reply {
  readonly status: number
  /** By lower-case name, each line of its own. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
  /** To be read once, to its end or not; who stops reading has cancelled. Throws the error of the connection when it breaks. */
  readonly body: AsyncIterable<Uint8Array>
  /** Gives the connection up: the body then ends or breaks. Nothing happens after its end. */
  cancel(): void
}

/**
 * Carries requests to one API server, over a network or not. Errors of a connection have Node's codes, such as
 * ECONNRESET.
 */
export interface Transport {
  readonly server: string
  /** The URL of a proxy in between, without credentials. */
  readonly proxy: string | undefined
  readonly credentials: Credentials
  /** Resolves with the head of the answer; rejects with the error of the connection, or the signal's reason. */
  send(outgoing: Outgoing, signal: AbortSignal): Promise<Reply>
  /** Breaks every connection. */
  close(): void
}
