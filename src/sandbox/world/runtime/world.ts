import type { Api } from '../../core/model/api.ts'
import type { Queue } from './queue.ts'

/**
 * State of the simulated cluster. Controllers and kubelets listen to the store, and act later through the queue. A
 * listener never writes, so that all listeners see all changes in the same order.
 */
export interface World {
  readonly api: Api
  readonly queue: Queue
  /** Milliseconds from a change until each kubelet looks at it, set by a fault; undefined for the default delays. */
  kubeletDelayMs: number | undefined
}

/** Calls `run` once for each key that is due, however often the key was requested before. */
export function batcher<Key>({ queue }: World, run: (key: Key) => void): (key: Key, ms: number) => void {
  const waiting = new Set<Key>()
  return (key, ms) => {
    if (waiting.has(key)) return
    waiting.add(key)
    queue.after(ms, () => {
      waiting.delete(key)
      run(key)
    })
  }
}
