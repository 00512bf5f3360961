import type { Pod } from '../../core/model/object.ts'
import type { World } from '../runtime/world.ts'

/** Milliseconds after a restart: resizes met so early wait, are noticed, and are judged. */
const after = { early: 1000, noticed: 1300, judged: [30_000, 31_000] } as const

/** Up or down, and after a restart not quite up for a while. */
export class Restart {
  readonly #world: World
  readonly #judge: () => void
  readonly #patient = new Set<string>()
  #running = true
  #stops = 0
  #startedAt = Number.NEGATIVE_INFINITY
  #callOff = () => {}

  /** `judge` runs when the resizes that were met early are judged. */
  constructor(world: World, judge: () => void) {
    this.#world = world
    this.#judge = judge
  }

  isRunning(): boolean {
    return this.#running
  }

  /** Its resize waits until the kubelet has found its feet. */
  isPatient({ metadata: { uid, generation } }: Pod): boolean {
    const request = `${uid} ${generation}`
    if (this.#world.queue.now() - this.#startedAt < after.early) this.#patient.add(request)
    return this.#patient.has(request)
  }

  /** Runs when a kubelet that has just started gets round to writing. */
  wait(run: () => void): void {
    this.#world.queue.at(this.#startedAt + after.noticed, () => this.#running && run())
  }

  /** Runs after so many milliseconds, unless the kubelet is stopped by then. */
  readonly later = (ms: number, run: () => void): void => {
    const stops = this.#stops
    this.#world.queue.after(ms, () => stops === this.#stops && run())
  }

  stop(): void {
    this.#running = false
    this.#stops++
    this.#callOff()
  }

  /** False when it was up. */
  start(): boolean {
    if (this.#running) return false
    const { queue, api } = this.#world
    this.#running = true
    this.#startedAt = queue.now()
    this.#patient.clear()
    this.#callOff = queue.after(api.chance.between(...after.judged), () => {
      this.#patient.clear()
      this.#judge()
    })
    return true
  }
}
