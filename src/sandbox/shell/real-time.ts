import type { Sandbox } from '../interface/cluster.ts'
import type { ApiReply } from '../interface/request.ts'
import { Timekeeper } from './timekeeper.ts'

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
