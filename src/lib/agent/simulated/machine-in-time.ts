import type { Clock } from '../../ports/clock.ts'
import type { SimulatedMachine } from './machine.ts'

/** A simulated machine that has always lived through the time that passed on a clock. */
export class MachineInTime {
  readonly #machine: SimulatedMachine
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>
  readonly #watchers = new Set<() => void>()
  #seenAt: number

  constructor(machine: SimulatedMachine, clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#machine = machine
    this.#clock = clock
    this.#seenAt = clock.monotonic()
  }

  /** Up to now. */
  get now(): SimulatedMachine {
    const machine = this.#machine
    const { mark } = machine.disk
    const passed = Math.max(0, Math.floor(this.#clock.monotonic() - this.#seenAt))
    this.#seenAt += passed
    machine.advance(passed)
    if (machine.disk.mark !== mark) for (const changed of this.#watchers) changed()
    return machine
  }

  /** Runs `changed` when the rescue has left a mark. The result ends it. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }
}
