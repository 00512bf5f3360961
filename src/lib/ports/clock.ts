export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Settles after so many milliseconds, or rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}
