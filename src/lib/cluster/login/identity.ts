/** The credentials that a request is sent with. */
export interface Identity {
  /** The header. */
  readonly authorization?: string | undefined
  /** PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined
}

/** An identity, and the instant after which to renew it, in milliseconds since the epoch; undefined: never. */
export interface Issued {
  readonly identity: Identity
  readonly expiresAt: number | undefined
}

export interface Credentials {
  /** Cached while valid. Rejects with Failure 'refused' or 'usage' when there is none. */
  identity(signal: AbortSignal): Promise<Identity>
  /** The time limit of a login for a request with this limit, in milliseconds. */
  loginMs(requestMs: number): number
  /** To call when the server refused it. */
  forget(): void
}
