/** The time of the machine, or a simulated one. Everything that waits for a cluster uses this clock. */
export interface Clock {
  /** Milliseconds since the epoch. It may jump, because an operator may set the clock. */
  now(): number
  /** Milliseconds since an arbitrary instant, never decreasing: only differences are meaningful. */
  monotonic(): number
  /** Settles after the given milliseconds, or rejects with the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Runs a function once after the given milliseconds, never before this call returns. The result cancels it. */
  after(ms: number, run: () => void): () => void
}
