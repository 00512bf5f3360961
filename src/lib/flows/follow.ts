import type { Fact } from '../fact.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Collection, Delta } from '../ports/collection.ts'
import type { Limits } from '../ports/limits.ts'

/** A change of something that is followed, with its row. */
export interface RowEvent<Row> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** The last known one, if it is deleted. */
  readonly row: Row
}

/** The first news are all rows that exist, as ADDED; later ones are what changed. */
export interface News<Row> {
  readonly events: readonly RowEvent<Row>[]
  readonly warnings: readonly Fact[]
}

/** Follows something until the signal aborts; reports that all is known, and each change. */
export type Following = (limits: Limits, report: (what: 'synced' | 'changed') => void) => Promise<void>

/** Applies the changes of a collection as they come. */
export const following =
  <T>(collection: Collection<T>, apply: (change: Exclude<Delta<T>, { type: 'synced' }>) => void): Following =>
  async (limits, report) => {
    for await (const delta of collection.changes(limits)) {
      if (delta.type !== 'synced') apply(delta)
      report(delta.type === 'synced' ? 'synced' : 'changed')
    }
  }

/** The same for something that may not be read: a Failure 'refused' is handed over, and counts as all there is. */
export const unlessForbidden =
  (one: Following, refuse: (failure: Failure) => void): Following =>
  async (limits, report) => {
    try {
      await one(limits, report)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'refused')) throw error
      refuse(error)
      report('synced')
      await aborted(limits.signal)
    }
  }

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
}

/** Changes that come this close together are one change: a pod that moves is two. */
const burstMs = 100

/**
 * Yields once when everything is known, and after each burst of changes. Ends when the signal aborts or the cluster is
 * closed; rejects as soon as one of them rejects.
 */
export async function* bursts(
  all: readonly Following[],
  { clock, limits }: { clock: Clock; limits: Limits },
): AsyncGenerator<void> {
  const stop = new AbortController()
  const signal = AbortSignal.any([limits.signal, stop.signal])
  const unknown = new Set(all)
  let news = Promise.withResolvers<'news'>()
  const run = (one: Following) =>
    one({ ...limits, signal }, (what) => {
      if (what === 'synced') unknown.delete(one)
      if (unknown.size === 0) news.resolve('news')
    })
  const ended = Promise.all(all.map(run)).then(() => 'ended' as const)
  try {
    let isFirst = true
    while ((await Promise.race([ended, news.promise])) === 'news') {
      if (!isFirst) await Promise.race([ended, clock.sleep(burstMs, signal).catch(() => undefined)])
      isFirst = false
      news = Promise.withResolvers()
      yield
    }
  } finally {
    stop.abort()
    await ended.catch(() => undefined)
  }
}
