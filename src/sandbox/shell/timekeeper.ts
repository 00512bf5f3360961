import type { Sandbox } from '../interface/cluster.ts'

/** Maximum delay of setTimeout. */
const maxDelayMs = 2 ** 31 - 1

/** Advances the time of a sandbox with real time. Its timers do not keep the process alive. */
export class Timekeeper {
  readonly #sandbox: Sandbox
  /** In the time of performance.now(), which is monotonic. */
  #seen = performance.now()
  #alarm: NodeJS.Timeout | undefined
  #stopped = false

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
  }

  /** Catches up with real time, runs `act`, and sets the alarm for the next action that falls due. */
  inPresent<Result>(act: () => Result): Result {
    this.#catchUp()
    try {
      return act()
    } finally {
      this.#setAlarm()
    }
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#alarm)
  }

  #catchUp(): void {
    if (this.#stopped) return
    const passed = Math.floor(performance.now() - this.#seen)
    this.#seen += passed
    if (passed > 0) this.#sandbox.advance(passed)
  }

  #setAlarm(): void {
    clearTimeout(this.#alarm)
    const due = this.#sandbox.nextDue()
    if (due === undefined || this.#stopped) return
    const ms = Math.min(Math.max(due - this.#sandbox.now(), 1), maxDelayMs)
    this.#alarm = setTimeout(() => this.inPresent(() => {}), ms).unref()
  }
}
