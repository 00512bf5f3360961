import type { Sandbox } from '../interface/cluster.ts'
import type { ApiReply } from '../interface/request.ts'

export interface RealTimeSandbox extends Sandbox {
  /** Stops real time; afterwards, time passes only in advance(). */
  stop(): void
}

/**
 * The same cluster in real time: actions run when they fall due, and each call first catches up with real time. Calls
 * of advance() add to the time that passes.
 */
export function inRealTime(sandbox: Sandbox): RealTimeSandbox {
  const keeper = new Timekeeper(sandbox)
  const caughtUp = <Given extends readonly unknown[], Result>(act: (...given: Given) => Result) => {
    return (...given: Given): Result => keeper.inPresent(() => act(...given))
  }
  const caughtUpReply = (reply: ApiReply): ApiReply =>
    reply.kind === 'answer' ? reply : { ...reply, subscribe: caughtUp((each, done) => reply.subscribe(each, done)) }
  keeper.inPresent(() => {})
  return {
    now: caughtUp(() => sandbox.now()),
    handle: caughtUp((request) => caughtUpReply(sandbox.handle(request))),
    advance: caughtUp((ms) => sandbox.advance(ms)),
    nextDue: () => sandbox.nextDue(),
    stopKubelet: caughtUp((node) => sandbox.stopKubelet(node)),
    startKubelet: caughtUp((node) => sandbox.startKubelet(node)),
    unavailable: caughtUp((retryAfter, ms) => sandbox.unavailable(retryAfter, ms)),
    kubeletDelay: caughtUp((ms) => sandbox.kubeletDelay(ms)),
    latePod: caughtUp((node) => sandbox.latePod(node)),
    silenceAgent: caughtUp((node) => sandbox.silenceAgent(node)),
    stop: () => keeper.stop(),
  }
}

/** Maximum delay of setTimeout. */
const maxDelayMs = 2 ** 31 - 1

/** Advances the time of a sandbox with real time. Its timers do not keep the process alive. */
class Timekeeper {
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
