import type { Events } from '../../cluster/ports/events.ts'
import { EventSender } from '../../loop/event-sender.ts'
import { type Told, tell } from '../../loop/events/event-series.ts'
import type { Fact } from '../../message/fact.ts'
import type { Clock } from '../../ports/clock.ts'
import { nodeEvent } from './node-event.ts'

interface Options {
  readonly events: Events
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  /** Of this process. */
  readonly instance: string
}

/** Makes Events of Nodes of what a reconciler reports. A repetition within an hour is counted, and is no new Event. */
export class NodeAnnouncer {
  readonly #options: Options
  readonly #sender: EventSender
  readonly #told = new Map<string, Told>()

  constructor(options: Options) {
    this.#options = options
    this.#sender = new EventSender(options)
  }

  announce(level: 'info' | 'warning', fact: Fact): void {
    const { clock, instance } = this.#options
    const node = fact.subject?.name ?? ''
    const at = clock.now()
    const event = nodeEvent({ level, fact, node, instance, at })
    const { telling, told } = tell(this.#told.get(node) ?? [], event, at)
    this.#told.set(node, told)
    this.#sender.put(telling)
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#sender.run(signal)
  }
}
