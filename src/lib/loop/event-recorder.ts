import type { Events } from '../cluster/ports/events.ts'
import { Failure } from '../message/failure.ts'
import type { Clock } from '../ports/clock.ts'
import { BackOff } from './back-off.ts'
import { type Correlated, correlate, type RecentEvents } from './events/event-series.ts'
import { type EventSource, type ObjectEvent, objectEvent } from './events/object-event.ts'
import { Queue } from './queue.ts'

interface Options {
  readonly events: Events
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly source: EventSource
}

/** Attempts for one Event: none is so important that others wait for it long. */
const attempts = 5
/** Of Events that wait. */
const most = 1_000

/**
 * Makes Events of what a program reports, as client-go's EventRecorder, and sends them one after the other. A
 * repetition within an hour is counted, and is no new Event.
 */
export class EventRecorder {
  readonly #options: Options
  readonly #queue = new Queue<Correlated>()
  /** By object. */
  readonly #recent = new Map<string, RecentEvents>()
  #waiting = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** While too many wait, it is dropped. */
  record(what: ObjectEvent): void {
    const at = this.#options.clock.now()
    const event = objectEvent(what, this.#options.source, at)
    const { kind, namespace, name } = what.about
    const key = `${kind} ${namespace} ${name}`
    const { correlated, recent } = correlate(this.#recent.get(key) ?? [], event, at)
    this.#recent.set(key, recent)
    if (this.#waiting >= most) return
    this.#waiting++
    this.#queue.put(correlated)
  }

  /** Rejects with the reason of the signal when it aborts. */
  async run(signal: AbortSignal): Promise<void> {
    for (;;) {
      const correlated = await this.#queue.take(signal)
      this.#waiting--
      await this.#send(correlated, signal)
    }
  }

  async #send(correlated: Correlated, signal: AbortSignal): Promise<void> {
    const backOff = new BackOff(this.#options)
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        await this.#sendOnce(correlated, signal)
        return
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Failure)) throw error
        // It is there already, or will never be accepted.
        if (error.code !== 'unreachable' && error.code !== 'timeout') return
        await backOff.afterFailure(signal)
      }
    }
  }

  async #sendOnce({ event, series }: Correlated, signal: AbortSignal): Promise<void> {
    const { events } = this.#options
    if (series !== undefined && (await events.repeat(event, series, { signal }))) return
    await events.create(event, { signal })
  }
}
