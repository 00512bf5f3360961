interface Seen {
  readonly state: string
  /** When it was first seen so, on the monotonic clock. */
  readonly since: number
}

/** For how long objects have been as they are, as this program has seen them. */
export class StateAges {
  readonly #seen = new Map<string, Seen>()

  /** Milliseconds since the object was first seen in this state. */
  unchangedMs(name: string, state: string, monotonic: number): number {
    const seen = this.#seen.get(name)
    if (seen?.state === state) return monotonic - seen.since
    this.#seen.set(name, { state, since: monotonic })
    return 0
  }

  forget(name: string): void {
    this.#seen.delete(name)
  }
}
