/** A kubelet to try on a throw-away host. */
export interface Trial {
  readonly program: string
  /** The document, byte for byte. */
  readonly text: string
  /** undefined: it serves no health check. */
  readonly healthz: string | undefined
}

/** What became of it. */
export interface Ending {
  /** 'hangs': when time was up, it had neither ended nor come to its main loop. */
  readonly end: 'lives' | 'hangs' | `exit ${number}`
  /** Of one that lives: whether its health check answers; undefined if it serves none. */
  readonly healthy?: boolean
  readonly log: string
}
