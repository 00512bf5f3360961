import type { Pod } from '../../core/model/object.ts'
import type { World } from '../runtime/world.ts'

/** Milliseconds after a start: resizes seen before `early` are observed at `observed`, and decided on at `decided`. */
const after = { early: 1000, observed: 1300, decided: [30_000, 31_000] } as const

/** Whether the kubelet runs, and which resizes it postpones after a start. */
export class Restart {
  readonly #world: World
  readonly #retry: () => void
  readonly #postponed = new Set<string>()
  #running = true
  #stops = 0
  #startedAt = Number.NEGATIVE_INFINITY
  #cancelRetry = () => {}

  /** `retry` runs when the postponed resizes are due. */
  constructor(world: World, retry: () => void) {
    this.#world = world
    this.#retry = retry
  }

  isRunning(): boolean {
    return this.#running
  }

  /** Whether the resize of this pod is postponed, because the kubelet saw it right after a start. */
  isPostponed({ metadata: { uid, generation } }: Pod): boolean {
    const request = `${uid} ${generation}`
    if (this.#world.queue.now() - this.#startedAt < after.early) this.#postponed.add(request)
    return this.#postponed.has(request)
  }

  /** Runs when the kubelet reports the postponed resizes as observed. */
  whenObserved(run: () => void): void {
    this.#world.queue.at(this.#startedAt + after.observed, () => this.#running && run())
  }

  /** Runs after `ms` milliseconds, unless the kubelet has been stopped since. */
  readonly later = (ms: number, run: () => void): void => {
    const stops = this.#stops
    this.#world.queue.after(ms, () => stops === this.#stops && run())
  }

  stop(): void {
    this.#running = false
    this.#stops++
    this.#cancelRetry()
  }

  /** Returns false if it was running already. */
  start(): boolean {
    if (this.#running) return false
    const { queue, api } = this.#world
    this.#running = true
    this.#startedAt = queue.now()
    this.#postponed.clear()
    this.#cancelRetry = queue.after(api.chance.between(...after.decided), () => {
      this.#postponed.clear()
      this.#retry()
    })
    return true
  }
}
