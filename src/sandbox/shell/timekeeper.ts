import type { Sandbox } from '../interface/cluster.ts'

/** setTimeout takes no more. */
const longestMs = 2 ** 31 - 1

/** Lets the time of a sandbox pass as it passes for everybody. Keeps no process alive. */
export class Timekeeper {
  readonly #sandbox: Sandbox
  /** On the clock of performance.now(), which nobody sets back. */
  #seen = performance.now()
  #alarm: NodeJS.Timeout | undefined
  #stopped = false

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
  }

  /** Does something in the present; what it leaves to be done later is done in time. */
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
    const ms = Math.min(Math.max(due - this.#sandbox.now(), 1), longestMs)
    this.#alarm = setTimeout(() => this.inPresent(() => {}), ms).unref()
  }
}
