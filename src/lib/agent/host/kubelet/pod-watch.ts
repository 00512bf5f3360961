import { Failure } from '../../../message/failure.ts'
import type { AgentNode, PodFacts } from '../../ports/agent-node.ts'
import { isFinished } from './pod-evidence.ts'

/** How long pods are followed after the last look. */
const followedMs = 300_000

/**
 * Follows the pods of a node while its kubelet is on trial. A controller deletes a pod that a kubelet refused as soon as it
 * sees that, and makes another one, of a StatefulSet with the same name: no list shows what happened.
 */
export class PodWatch {
  readonly #node: Pick<AgentNode, 'podChanges'>
  readonly #ended = new Map<string, PodFacts>()
  #stop: AbortController | undefined
  #synced = Promise.withResolvers<void>()
  #timer: NodeJS.Timeout | undefined
  #bug: unknown

  constructor(node: Pick<AgentNode, 'podChanges'>) {
    this.#node = node
  }

  /** From now on, and nothing from before. Resolves when no end can be missed any more, or when that cannot be had. */
  async begin(signal: AbortSignal, timeoutMs: number): Promise<void> {
    this.#ended.clear()
    this.follow(signal)
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(() => late.resolve(), timeoutMs)
    await Promise.race([this.#synced.promise, late.promise])
    clearTimeout(timer)
  }

  /** For some minutes, unless it is called again. A watch that has failed is opened again. */
  follow(signal: AbortSignal): void {
    if (this.#bug !== undefined) throw this.#bug
    clearTimeout(this.#timer)
    const stop = this.#stop ?? this.#start(signal)
    this.#timer = setTimeout(() => stop.abort(), followedMs).unref()
  }

  /** The pods of a list, and those that ended by themselves and are gone. */
  among(pods: readonly PodFacts[]): readonly PodFacts[] {
    const others = pods.filter(({ uid }) => !this.#ended.has(uid))
    return [...others, ...this.#ended.values()]
  }

  #start(signal: AbortSignal): AbortController {
    const stop = new AbortController()
    this.#stop = stop
    this.#synced = Promise.withResolvers()
    const end = (): void => {
      if (this.#stop === stop) this.#stop = undefined
      this.#synced.resolve()
    }
    this.#run(AbortSignal.any([signal, stop.signal])).then(end, (error: unknown) => {
      if (!(error instanceof Failure || signal.aborted || stop.signal.aborted)) this.#bug = error
      end()
    })
    return stop
  }

  async #run(signal: AbortSignal): Promise<void> {
    for await (const pods of this.#node.podChanges({ signal })) {
      // Who deletes a pod ends it, too.
      for (const pod of pods) if (isFinished(pod) && !pod.isDeleted) this.#ended.set(pod.uid, pod)
      this.#synced.resolve()
    }
  }
}
