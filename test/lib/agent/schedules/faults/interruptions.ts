import type { Stop } from '../schedule.ts'
import type { FrozenAgent, PowerInRescue } from './fault.ts'

/** What is to happen in the middle of what the agent and the rescue do next. */
export class Interruptions {
  #acts = 0
  #stop: Stop | undefined
  #freeze: (FrozenAgent & { readonly acts: number }) | undefined
  #rescue: PowerInRescue | undefined

  plan(op: Stop | (FrozenAgent & { readonly acts: number }) | PowerInRescue): void {
    if (op.kind === 'power-in-rescue') this.#rescue = op
    else if (op.kind === 'stop') this.#stop = { ...op, acts: this.#acts + op.acts }
    else this.#freeze = { ...op, acts: this.#acts + op.acts }
  }

  forget(): void {
    this.#stop = undefined
    this.#freeze = undefined
    this.#rescue = undefined
  }

  /** The agent begins another act. */
  count(): void {
    this.#acts += 1
  }

  /** How long it freezes now. */
  freeze(): number {
    const freeze = this.#freeze
    if (freeze === undefined || this.#acts <= freeze.acts) return 0
    this.#freeze = undefined
    return freeze.forMs
  }

  stop(): Stop | undefined {
    const stop = this.#stop
    if (stop === undefined || this.#acts <= stop.acts) return undefined
    this.#stop = undefined
    return stop
  }

  inRescue(step: PowerInRescue['step']): PowerInRescue | undefined {
    const cut = this.#rescue
    if (cut?.step !== step) return undefined
    this.#rescue = undefined
    return cut
  }
}
