/** As whom a request goes out. */
export interface Identity {
  /** The header. */
  readonly authorization?: string | undefined
  /** PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined
}

/** An identity, and the instant in milliseconds since the epoch after which to ask again; undefined: never. */
export interface Issued {
  readonly identity: Identity
  readonly expiresAt: number | undefined
}

export interface Credentials {
  /** Kept as long as it is valid. Rejects with Failure 'refused' or 'usage' when there is none to be had. */
  identity(signal: AbortSignal): Promise<Identity>
  /** Milliseconds to allow for that, where a request may take so many. */
  loginMs(requestMs: number): number
  /** The server refused it. */
  forget(): void
}
