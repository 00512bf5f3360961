/** Time as a program sees it: the machine's, or a simulated one. Nothing that waits for a cluster reads another. */
export interface Clock {
  /** Milliseconds since the epoch. It may jump, for an operator may set the clock. */
  now(): number
  /** Milliseconds since some instant, never going back: only differences mean something. */
  monotonic(): number
  /** Settles after so many milliseconds, or rejects with the signal's reason as soon as that aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Runs something once, so many milliseconds from now, and never before it returns; what it returns calls that off. */
  after(ms: number, run: () => void): () => void
}
