import { eventOf } from '../../agent/events/event-of.ts'
import { type Telling, type Told, tell } from '../../agent/events/event-series.ts'
import type { Words } from '../../agent/report/report-of.ts'
import type { Announcement } from '../../agent/status/announcements.ts'
import { Failure } from '../../failure.ts'
import { Mailbox } from './mailbox.ts'
import { Pauses } from './pause.ts'
import type { World } from './world.ts'

/** Attempts for one Event. The Node's annotation has the state in any case. */
const attempts = 5

/** Sends announcements as Events of the Node, one after the other. */
export class Announcer {
  readonly #world: World
  readonly #words: Words
  readonly #mail = new Mailbox<Announcement>()
  #told: Told = []

  constructor(world: World, words: Words) {
    this.#world = world
    this.#words = words
  }

  announce(what: Announcement): void {
    this.#mail.put(what)
  }

  async run(signal: AbortSignal): Promise<void> {
    for (;;) {
      const what = await this.#mail.take(signal)
      const at = this.#world.clock.now()
      const { telling, told } = tell(this.#told, eventOf(what, { node: this.#world.node, at }, this.#words), at)
      this.#told = told
      await this.#send(telling, signal)
    }
  }

  async #send(telling: Telling, signal: AbortSignal): Promise<void> {
    const pauses = new Pauses(this.#world)
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
    const { events } = this.#world.cluster
    if (series !== undefined && (await events.repeat(event, series, { signal }))) return
    await events.create(event, { signal })
  }
}
