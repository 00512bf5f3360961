/** What one client did. */
export interface Journey {
  readonly connections: number
  /** Round trips that it waited for one after another, those of TCP included. */
  readonly roundTrips: number
}

/** Called when bytes come in. What it returns is called when they are passed on. */
export type OnBytes = () => () => void

/**
 * Counts round trips. What a client sends counts as caused by all that it has received until then: bytes that it sends
 * after an answer of round trip n belong to round trip n + 1, and so does their answer.
 */
export class JourneyCounter implements Journey {
  connections = 0
  /** The round trip whose answer the client received last. */
  roundTrips = 0

  connect(): { readonly fromClient: OnBytes; readonly fromServer: OnBytes } {
    this.connections++
    const afterHandshake = this.roundTrips + 2
    let isFirst = true
    /** The round trip of what the server got last. */
    let sent = 0
    return {
      fromClient: () => {
        const roundTrip = isFirst ? afterHandshake : this.roundTrips + 1
        isFirst = false
        return () => {
          sent = Math.max(sent, roundTrip)
        }
      },
      fromServer: () => {
        const roundTrip = sent
        return () => {
          this.roundTrips = Math.max(this.roundTrips, roundTrip)
        }
      },
    }
  }
}
