import { EventSender } from '../../loop/event-sender.ts'
import { type Told, tell } from '../../loop/events/event-series.ts'
import type { Announcement } from '../model/announcement.ts'
import { eventOf } from '../report/event-of.ts'
import type { World } from './world.ts'

/** Sends announcements as Events of the Node. What is lost is in the Node's annotation in any case. */
export class Announcer {
  readonly #world: World
  readonly #sender: EventSender
  #told: Told = []

  constructor(world: World) {
    this.#world = world
    this.#sender = new EventSender({ ...world, events: world.cluster.events })
  }

  announce(what: Announcement): void {
    const at = this.#world.clock.now()
    const { telling, told } = tell(this.#told, eventOf(what, { node: this.#world.node, at }), at)
    this.#told = told
    this.#sender.put(telling)
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#sender.run(signal)
  }
}
