import type { Term } from '../../loop/leader-election/lead.ts'
import { Failure } from '../../message/failure.ts'
import { followAll } from './follow.ts'
import { guarded } from './guarded.ts'
import { backOffMs } from './ledger.ts'
import { Reconciler, type ReconcilerWorld } from './reconciler.ts'
import { watchPolicy } from './watch-policy.ts'

/** Nodes at a time: a kubelet that does not answer keeps one of them for a minute. */
const workers = 10
/** Between two passes over all nodes; a tenth of it is added at random. */
const passMs = 600_000

/**
 * Restores the sizes of nodes until the term ends, and then resolves: when no request is under way any more, and what
 * was not granted is reverted. Rejects with a Failure when the cluster cannot be followed.
 */
export async function runReconciler(world: ReconcilerWorld, term: Term): Promise<void> {
  const { observer, cluster } = world
  const reconciler = new Reconciler({ ...world, cluster: guarded(cluster, term) })
  const end = new AbortController()
  const span = AbortSignal.any([term.signal, end.signal])
  const synced = Promise.withResolvers<void>()
  const passes = new Passes(world, reconciler)
  let isSynced = false
  const news = {
    // The first pass sees what was there before.
    node: (name: string) => isSynced && reconciler.queue.add(name),
    all: () => passes.request(),
    connection: observer.connection,
    synced: () => {
      isSynced = true
      observer.synced()
      synced.resolve()
    },
  }
  const tasks = [
    followAll(cluster.collections, news, span),
    synced.promise.then(() => passes.run(span)),
    synced.promise.then(() => watchPolicy(world, span)),
    ...Array.from({ length: workers }, () => reconciler.work(span)),
  ]
  try {
    await Promise.all(tasks)
  } catch (error) {
    if (!span.aborted) throw error
  } finally {
    end.abort(new Error('the reconciler ends'))
    synced.resolve()
    await Promise.allSettled(tasks)
    reconciler.queue.close()
  }
}

class Passes {
  readonly #world: ReconcilerWorld
  readonly #reconciler: Reconciler
  #requested = Promise.withResolvers<void>()

  constructor(world: ReconcilerWorld, reconciler: Reconciler) {
    this.#world = world
    this.#reconciler = reconciler
  }

  /** Asks for a pass now. */
  request(): void {
    this.#requested.resolve()
  }

  async run(signal: AbortSignal): Promise<void> {
    const { random, observer } = this.#world
    for (let failures = 0; ; ) {
      this.#requested = Promise.withResolvers()
      try {
        await this.#reconciler.pass(signal)
        failures = 0
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Failure)) throw error
        failures++
        observer.passFailed(error.fact)
      }
      const ms = failures === 0 ? passMs * (1 + random() / 10) : backOffMs(failures, random())
      await this.#pause(ms, signal)
    }
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController()
    const sleep = this.#world.clock.sleep(ms, AbortSignal.any([signal, over.signal]))
    try {
      await Promise.race([sleep, this.#requested.promise])
    } finally {
      over.abort()
      await sleep.catch(() => undefined)
    }
    signal.throwIfAborted()
  }
}
