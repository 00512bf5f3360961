import type { Api } from '../../core/model/api.ts'
import type { Queue } from './queue.ts'

/**
 * What drives the simulated cluster. Its parts listen to the store and act later, through the queue: a listener never
 * writes, so that all listeners see all changes in the same order.
 */
export interface World {
  readonly api: Api
  readonly queue: Queue
  /** Milliseconds from a change until each kubelet looks at it; undefined for the usual ones. Changed by faults. */
  kubeletDelayMs: number | undefined
}

/** Runs things once, however often they are asked for before they are due. */
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
