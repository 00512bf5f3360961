import type { Sandbox } from '../interface/cluster.ts'
import type { ApiReply } from '../interface/request.ts'
import { Timekeeper } from './timekeeper.ts'

export interface LivingSandbox extends Sandbox {
  /** Time passes no more, but for advance(). */
  stop(): void
}

/**
 * The same cluster, in real time: what falls due happens when it should, and whoever asks finds it in the present. What
 * a caller lets pass with advance() comes on top.
 */
export function inRealTime(sandbox: Sandbox): LivingSandbox {
  const keeper = new Timekeeper(sandbox)
  const living = <Given extends readonly unknown[], Result>(act: (...given: Given) => Result) => {
    return (...given: Given): Result => keeper.inPresent(() => act(...given))
  }
  const livingReply = (reply: ApiReply): ApiReply =>
    reply.kind === 'answer' ? reply : { ...reply, subscribe: living((each, done) => reply.subscribe(each, done)) }
  keeper.inPresent(() => {})
  return {
    now: living(() => sandbox.now()),
    handle: living((request) => livingReply(sandbox.handle(request))),
    advance: living((ms) => sandbox.advance(ms)),
    nextDue: () => sandbox.nextDue(),
    stopKubelet: living((node) => sandbox.stopKubelet(node)),
    startKubelet: living((node) => sandbox.startKubelet(node)),
    unavailable: living((retryAfter, ms) => sandbox.unavailable(retryAfter, ms)),
    kubeletDelay: living((ms) => sandbox.kubeletDelay(ms)),
    latePod: living((node) => sandbox.latePod(node)),
    stop: () => keeper.stop(),
  }
}
