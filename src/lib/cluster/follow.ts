import type { Fact } from '../message/fact.ts'
import { Failure } from '../message/failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Limits } from '../ports/limits.ts'
import type { Collection, Delta } from './ports/collection.ts'
import { type WatchFact, WatchLost, WatchRestored } from './watch-messages.ts'

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
  /** Instead of events. */
  readonly notice?: WatchFact
}

/** Something that is followed: it is read completely, it has changed, or the connection was lost or restored. */
export type Report = 'synced' | 'changed' | 'restored' | Failure

/** Follows something until the signal aborts. */
export type Following = (limits: Limits, report: (what: Report) => void) => Promise<void>

/** Applies the changes of a collection as they come. */
export const following =
  <T>(collection: Collection<T>, apply: (change: Exclude<Delta<T>, { type: 'synced' }>) => void): Following =>
  async (limits, report) => {
    for await (const delta of collection.changes(limits, (lost) => report(lost ?? 'restored'))) {
      if (delta.type !== 'synced') apply(delta)
      report(delta.type === 'synced' ? 'synced' : 'changed')
    }
  }

/** Keeps what there is, by name. */
export const followingInto = <T>(all: Map<string, T>, collection: Collection<T>): Following =>
  following(collection, (change) => {
    if (change.type === 'deleted') all.delete(change.name)
    else all.set(change.name, change.object)
  })

/** The same for something that the user may not read: a Failure 'refused' is passed on, and counts as being empty. */
export const unlessForbidden =
  (one: Following, refuse: (failure: Failure) => void): Following =>
  async (limits, report) => {
    try {
      await one(limits, report)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'refused')) throw error
      refuse(error)
      report('synced')
      await untilAborted(limits.signal)
    }
  }

/** For a following that has nothing more to tell. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
}

/** Changes within this time are reported together, because a pod that moves causes two. */
const burstMs = 100

/**
 * Yields when there is something new: once when everything has been read, and after each burst of changes; and yields
 * notices about the connection. Ends when the signal aborts or the cluster is closed; rejects as soon as one of them
 * rejects.
 */
export async function* bursts(
  all: readonly Following[],
  { clock, limits }: { clock: Clock; limits: Limits },
): AsyncGenerator<WatchFact | undefined> {
  const stop = new AbortController()
  const signal = AbortSignal.any([limits.signal, stop.signal])
  const state = new State(all)
  const ended = Promise.all(all.map((one) => one({ ...limits, signal }, (what) => state.note(one, what)))).then(
    () => 'ended' as const,
  )
  try {
    let isFirst = true
    while ((await Promise.race([ended, state.news])) === 'news') {
      if (!isFirst) await Promise.race([ended, clock.sleep(burstMs, signal).catch(() => undefined)])
      isFirst = false
      const notice = state.take()
      if (notice !== undefined) yield notice
      yield undefined
    }
  } finally {
    stop.abort()
    await ended.catch(() => undefined)
  }
}

/** What is known of everything that is followed. */
class State {
  readonly #unknown: Set<Following>
  readonly #lost = new Map<Following, Failure>()
  #isLost = false
  #news = Promise.withResolvers<'news'>()

  constructor(all: readonly Following[]) {
    this.#unknown = new Set(all)
  }

  /** Resolves when there is something new. */
  get news(): Promise<'news'> {
    return this.#news.promise
  }

  note(one: Following, what: Report): void {
    if (what instanceof Failure) this.#lost.set(one, what)
    else this.#lost.delete(one)
    if (what === 'synced') this.#unknown.delete(one)
    if (this.#unknown.size === 0) this.#news.resolve('news')
  }

  /** Waits for the next news; returns whether the connection was lost or restored since the last. */
  take(): WatchFact | undefined {
    this.#news = Promise.withResolvers()
    const [failure] = this.#lost.values()
    if (this.#isLost === (failure !== undefined)) return undefined
    this.#isLost = failure !== undefined
    return failure === undefined ? WatchRestored() : WatchLost({ because: failure.fact })
  }
}
