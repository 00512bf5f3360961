import { isOlder } from '../../api/object.ts'
import type { Status } from '../../api/status.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Refusal } from '../http/answer.ts'
import { listVersioned } from '../http/paging.ts'
import { failureOf } from '../http/refusal.ts'
import type { Rest } from '../http/rest.ts'
import type { ListOf } from '../http/transport.ts'
import type { OnConnection } from '../ports/collection.ts'
import { spanOf } from './span.ts'
import type { WatchTiming } from './timing.ts'
import { type ObjectEvent, type WatchEvent, watchEvents } from './watch-stream.ts'

/** A collection to watch. */
export interface Watched<T, Small> {
  /** The path of the collection. */
  readonly path: string
  readonly fieldSelector?: string | undefined
  readonly labelSelector?: string | undefined
  /** The part of an object that is kept. */
  readonly small: (item: T) => Small
  /** Whether to resume from the last version when a watch ends or breaks. Otherwise everything is listed again. */
  readonly resumes: boolean
  /** The version of a list that was read before: begins with the changes after it, instead of another list. */
  readonly since?: string | undefined
  readonly timing: WatchTiming
  /** Called when the connection is lost, and when it is restored. */
  readonly onConnection?: OnConnection
}

/** Either all objects, or changes in their order. */
export type Batch<Small> =
  | { readonly kind: 'list'; readonly items: readonly Small[] }
  | { readonly kind: 'events'; readonly events: readonly ObjectEvent<Small>[] }

interface Round<T, Small> {
  readonly rest: Rest
  readonly watched: Watched<T, Small>
  readonly limits: Limits
}

/** Where a watch may resume. */
interface Position {
  /** undefined: the watch cannot resume, and everything must be listed again. */
  version: string | undefined
  /** On the monotonic clock: everything is listed again at this time at the latest. */
  readonly staleAt: number
}

/** A watch that ends sooner counts as a failure. */
const shortWatchMs = 10_000

/**
 * Lists a collection page by page, then yields its changes, as client-go's reflector does. With `resumes`, a watch that
 * ends or breaks resumes from the last version. Everything is listed again when the server no longer has that version
 * (410) or has not reached it, when a line is not an event, and every few minutes. The first list fails as any read does,
 * so that a command reports the problem at once. Later 'unreachable' and 'timeout' are retried with back-off while time is
 * left; any other failure, such as a revoked permission, rejects. Ends when the signal aborts or the cluster is closed;
 * rejects with Failure 'timeout' after timeoutMs, if it is set.
 */
export async function* listAndWatch<T, Small>(
  rest: Rest,
  watched: Watched<T, Small>,
  limits: Limits,
): AsyncGenerator<Batch<Small>> {
  using span = spanOf(limits, rest)
  try {
    yield* batches({ rest, watched, limits: { signal: span.signal, leftMs: limits.leftMs } })
  } catch (error) {
    span.endOrThrow(error)
  }
}

async function* batches<T, Small>(round: Round<T, Small>): AsyncGenerator<Batch<Small>> {
  const { clock } = round.rest
  const { pauseMs, random } = round.watched.timing
  const connection = new Connection(round.watched.onConnection)
  let failures = 0
  let position = givenPosition(round)
  let isResumed = false
  for (let resumes = true; ; resumes = round.watched.resumes) {
    const began = clock.monotonic()
    try {
      const isOver = position?.version === undefined || !resumes || began >= position.staleAt
      if (position === undefined || isOver || (isResumed && (await isSetBack(round, position)))) {
        const { items, at } = await listAll(round)
        position = at
        yield { kind: 'list', items }
      }
      yield* changes(round, position, () => connection.restored())
    } catch (error) {
      if (position === undefined || !passes(error)) throw error
      connection.failed(error)
    }
    connection.ended()
    isResumed = true
    failures = clock.monotonic() - began < shortWatchMs ? failures + 1 : 0
    await clock.sleep(pauseMs(failures, random()), round.limits.signal)
  }
}

const givenPosition = <T, Small>(round: Round<T, Small>): Position | undefined =>
  round.watched.since === undefined ? undefined : { version: round.watched.since, staleAt: staleAfter(round) }

const staleAfter = <T, Small>({ rest, watched: { timing } }: Round<T, Small>): number =>
  rest.clock.monotonic() + timing.relistMs * (1 + timing.random() / 2)

/**
 * Whether the server has not reached the version of a position: etcd was restored from a backup. A watch from there is
 * silent until the server gets there, without an error, and what it misses meanwhile does not come any more.
 */
async function isSetBack<T, Small>(
  { rest, watched, limits }: Round<T, Small>,
  { version }: Position,
): Promise<boolean> {
  const { path, fieldSelector, labelSelector } = watched
  const query = { fieldSelector, labelSelector, limit: '1' }
  const { metadata } = await rest.call<ListOf<T>>({ method: 'GET', path, query, shape: 'list' }, limits)
  return isOlder(metadata?.resourceVersion ?? '', version ?? '')
}

/** The list has a resourceVersion even when it is empty. */
async function listAll<T, Small>(round: Round<T, Small>) {
  const { rest, watched, limits } = round
  const { path, fieldSelector, labelSelector, small } = watched
  const staleAt = staleAfter(round)
  const { items, version } = await listVersioned(
    rest,
    { listing: { path, fieldSelector, labelSelector }, small },
    limits,
  )
  return { items, at: { version, staleAt } }
}

/** Ends with the watch; `position` then holds where to resume. */
async function* changes<T, Small>(
  round: Round<T, Small>,
  position: Position,
  onOpen: () => void,
): AsyncGenerator<Batch<Small>> {
  const { rest, watched, limits } = round
  const leftMs = position.staleAt - rest.clock.monotonic()
  const query = {
    watch: 'true',
    fieldSelector: watched.fieldSelector,
    labelSelector: watched.labelSelector,
    resourceVersion: position.version,
    allowWatchBookmarks: 'true',
    timeoutSeconds: String(Math.max(1, Math.ceil(leftMs / 1000))),
  }
  const answer = await rest.open({ method: 'GET', path: watched.path, query }, limits)
  onOpen()
  if (answer.kind === 'refused') return handleExpiry(answer.refusal, { position, server: rest.server })
  const { version } = position
  // After an error in the middle of a stream, events may be missing.
  position.version = undefined
  let seen = version
  const stream = { server: rest.server, clock: rest.clock, idleMs: watched.timing.idleMs }
  for await (const events of watchEvents<T>(answer.body, stream)) {
    const errorEvent = events.find((event) => event.type === 'ERROR')
    if (errorEvent !== undefined) return handleExpiry(refusalOf(errorEvent.object), { position, server: rest.server })
    seen = events.map(versionOf).findLast((found) => found !== undefined) ?? seen
    const ofObjects = events.filter((event) => event.type !== 'BOOKMARK' && event.type !== 'ERROR')
    const small = ofObjects.map(({ type, object }) => ({ type, object: watched.small(object as T) }))
    if (small.length > 0) yield { kind: 'events', events: small as ObjectEvent<Small>[] }
  }
  position.version = seen
}

const versionOf = <T>({ object }: WatchEvent<T>): string | undefined =>
  (object as { readonly metadata?: { readonly resourceVersion?: string } }).metadata?.resourceVersion

const refusalOf = (status: Status): Refusal => ({
  code: status.code ?? 500,
  text: status.message ?? '',
  status,
  retryAfterMs: undefined,
})

/** 410: the version is too old to resume from. */
function handleExpiry(refusal: Refusal, { position, server }: { position: Position; server: string }): void {
  if (refusal.code !== 410) throw failureOf(refusal, server)
  position.version = undefined
}

const passes = (error: unknown): error is Failure =>
  error instanceof Failure && (error.code === 'unreachable' || error.code === 'timeout')

/** Whether the server of a watch responds. A stream that breaks does not show this: only the next attempt does. */
class Connection {
  readonly #report: OnConnection
  #isLost = false
  #isOpen = false

  constructor(report: OnConnection = () => {}) {
    this.#report = report
  }

  /** The server has answered. */
  restored(): void {
    this.#isOpen = true
    if (this.#isLost) this.#report(undefined)
    this.#isLost = false
  }

  failed(failure: Failure): void {
    if (this.#isOpen || this.#isLost) return
    this.#isLost = true
    this.#report(failure)
  }

  /** The attempt is over. */
  ended(): void {
    this.#isOpen = false
  }
}
