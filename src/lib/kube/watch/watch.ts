import type { Status } from '../../api/status.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Refusal } from '../http/answer.ts'
import { backoffMs } from '../http/backoff.ts'
import type { ListOf } from '../http/paging.ts'
import { failureOf } from '../http/refusal.ts'
import { tooLate } from '../http/request-deadline.ts'
import type { Rest } from '../http/rest.ts'
import { watchEvents } from './watch-stream.ts'

export interface WatchTiming {
  /** A watch lasts this long, up to half as long again, and then the state is read afresh. */
  readonly relistMs: number
  /** Without a byte for so long, a connection counts as dead. */
  readonly idleMs: number
  /** In [0, 1). */
  readonly random: () => number
  /** Milliseconds to wait after so many failures in a row. */
  readonly pauseMs: (failures: number, random: number) => number
}

export const usualTiming: WatchTiming = {
  relistMs: 300_000,
  idleMs: 150_000,
  random: Math.random,
  pauseMs: (failures, random) => backoffMs({ firstMs: 500, longestMs: 30_000 }, failures, random),
}

interface Watched {
  /** Of the collection. */
  readonly path: string
  readonly name: string
  readonly timing: WatchTiming
}

interface Round {
  readonly rest: Rest
  readonly watched: Watched
  readonly limits: Limits
}

/** A watch that ends sooner counts as failed. */
const shortWatchMs = 10_000

/**
 * The state of one object, undefined while it does not exist: read first, then as it changes, and again after each
 * relist. Of changes that come together only the newest is yielded. Ends when the signal aborts; rejects with Failure
 * 'timeout' after timeoutMs, if there is one.
 *
 * The first read fails as any read does, so that a command says at once what is wrong. Later 'unreachable' and 'timeout'
 * are waited out, with back-off, for as long as there is time; anything else, such as permission taken away, rejects.
 */
export async function* watchObject<T>(rest: Rest, watched: Watched, limits: Limits): AsyncGenerator<T | undefined> {
  const span = spanOf(limits, rest)
  try {
    yield* states<T>({ rest, watched, limits: { signal: span.signal } })
  } catch (error) {
    if (limits.signal.aborted) return
    throw span.signal.aborted ? span.signal.reason : error
  } finally {
    span.end()
  }
}

async function* states<T>(round: Round): AsyncGenerator<T | undefined> {
  const { pauseMs, random } = round.watched.timing
  const { clock } = round.rest
  let failures = 0
  let seen = false
  while (true) {
    const began = clock.monotonic()
    try {
      const { items, metadata } = await relist<T>(round)
      seen = true
      yield items[0]
      yield* changes<T>(round, metadata?.resourceVersion)
    } catch (error) {
      if (!seen || !passes(error)) throw error
    }
    failures = clock.monotonic() - began < shortWatchMs ? failures + 1 : 0
    await clock.sleep(pauseMs(failures, random()), round.limits.signal)
  }
}

/** A list knows its resourceVersion even when the object does not exist. */
const relist = <T>({ rest, watched, limits }: Round): Promise<ListOf<T>> =>
  rest.call(
    { method: 'GET', path: watched.path, query: { fieldSelector: `metadata.name=${watched.name}` }, shape: 'list' },
    limits,
  )

/** Ends when the watch does, or when it is time to relist. */
async function* changes<T>({ rest, watched, limits }: Round, resourceVersion?: string): AsyncGenerator<T | undefined> {
  const { idleMs, relistMs, random } = watched.timing
  const query = {
    watch: 'true',
    fieldSelector: `metadata.name=${watched.name}`,
    resourceVersion,
    allowWatchBookmarks: 'true',
    timeoutSeconds: String(Math.ceil((relistMs * (1 + random() / 2)) / 1000)),
  }
  const answer = await rest.open({ method: 'GET', path: watched.path, query }, limits)
  if (answer.kind === 'refused') return relistOrThrow(answer.refusal, rest.server)
  for await (const events of watchEvents<T>(answer.body, { server: rest.server, clock: rest.clock, idleMs })) {
    const trouble = events.find((event) => event.type === 'ERROR')
    if (trouble !== undefined) return relistOrThrow(refusalOf(trouble.object), rest.server)
    const last = events.findLast((event) => event.type !== 'BOOKMARK')
    if (last !== undefined) yield last.type === 'DELETED' ? undefined : (last.object as T)
  }
}

const refusalOf = (status: Status): Refusal => ({
  code: status.code ?? 500,
  text: status.message ?? '',
  status,
  retryAfterMs: undefined,
})

/** 410: our resourceVersion is too old to go on from. */
function relistOrThrow(refusal: Refusal, server: string): void {
  if (refusal.code === 410) return
  throw failureOf(refusal, server)
}

const passes = (error: unknown): boolean =>
  error instanceof Failure && (error.code === 'unreachable' || error.code === 'timeout')

/** A signal that aborts with the caller's, or when the time is up. */
function spanOf({ signal, timeoutMs }: Limits, { clock, server }: Rest): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const late = () => controller.abort(tooLate(server, 'timeout'))
  const cancel = timeoutMs === undefined ? undefined : clock.after(timeoutMs, late)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return {
    signal: controller.signal,
    end: () => {
      cancel?.()
      signal.removeEventListener('abort', stop)
      controller.abort()
    },
  }
}
