import type { Events } from '../cluster/ports/events.ts'
import { Failure } from '../message/failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Telling } from './events/event-series.ts'
import { Mailbox } from './mailbox.ts'
import { Pauses } from './pause.ts'

interface Sending {
  readonly events: Events
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
}

/** Attempts for one Event: none is so important that others wait for it long. */
const attempts = 5
/** Of Events that wait. */
const most = 1_000

/** Sends Events, one after the other, in the order in which they are put. */
export class EventSender {
  readonly #sending: Sending
  readonly #mail = new Mailbox<Telling>()
  #waiting = 0

  constructor(sending: Sending) {
    this.#sending = sending
  }

  /** While too many wait, it is dropped. */
  put(telling: Telling): void {
    if (this.#waiting >= most) return
    this.#waiting++
    this.#mail.put(telling)
  }

  /** Rejects with the reason of the signal when it aborts. */
  async run(signal: AbortSignal): Promise<void> {
    for (;;) {
      const telling = await this.#mail.take(signal)
      this.#waiting--
      await this.#send(telling, signal)
    }
  }

  async #send(telling: Telling, signal: AbortSignal): Promise<void> {
    const pauses = new Pauses(this.#sending)
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        await this.#sendOnce(telling, signal)
        return
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Failure)) throw error
        // It is there already, or will never be accepted.
        if (error.code !== 'unreachable' && error.code !== 'timeout') return
        await pauses.afterFailure(signal)
      }
    }
  }

  async #sendOnce({ event, series }: Telling, signal: AbortSignal): Promise<void> {
    const { events } = this.#sending
    if (series !== undefined && (await events.repeat(event, series, { signal }))) return
    await events.create(event, { signal })
  }
}
