import type { Limits } from '../../ports/limits.ts'
import type { Rest } from '../http/rest.ts'
import type { Collection, Delta, OnConnection } from '../ports/collection.ts'
import { type Batch, listAndWatch, type Watched } from './list-and-watch.ts'
import { type Entry, Reader } from './reader.ts'
import { spanOf } from './span.ts'

interface HasMetadata {
  readonly metadata?: {
    readonly name?: string
    readonly namespace?: string
    readonly uid?: string
    readonly resourceVersion?: string
  }
}

interface Options<T, Small> extends Omit<Watched<T, Small | undefined>, 'resumes'> {
  /** By name; by `namespace/name` for objects of several namespaces. */
  readonly by?: 'name' | 'path'
  /** Only objects with these names: one watch for each, as for whoever has rights by name. */
  readonly names?: readonly string[]
}

/** The objects of a collection for which `small` returns a value. */
export function collectionOver<T extends HasMetadata, Small>(
  rest: Rest,
  { by = 'name', names, ...watched }: Options<T, Small>,
): Collection<Small> {
  const nameOf = ({ metadata: { namespace = '', name = '' } = {} }: T): string =>
    by === 'name' ? name : `${namespace}/${name}`
  const small = (item: T): Entry<Small> => ({
    name: nameOf(item),
    uid: item.metadata?.uid ?? '',
    version: item.metadata?.resourceVersion ?? '',
    object: watched.small(item),
  })
  const whole = { ...watched, small, resumes: true }
  const parts = names?.map((name) => ({
    watched: { ...whole, fieldSelector: `metadata.name=${name}` },
    has: (other: string) => other === name,
  }))
  return new SharedWatch<T, Small>(rest, parts ?? [{ watched: whole, has: () => true }])
}

/** What one watch brings. */
interface Part<T, Small> {
  readonly watched: Watched<T, Entry<Small>>
  /** Whether an object with this name is of this part. */
  readonly has: (name: string) => boolean
}

class SharedWatch<T, Small> implements Collection<Small> {
  readonly store = new Map<string, Small>()
  readonly #rest: Rest
  readonly #parts: readonly Part<T, Small>[]
  readonly #entries = new Map<string, Entry<Small>>()
  readonly #readers = new Map<Reader<Small>, OnConnection>()
  #stop: AbortController | undefined
  #isSynced = false

  constructor(rest: Rest, parts: readonly Part<T, Small>[]) {
    this.#rest = rest
    this.#parts = parts
  }

  async *changes(limits: Limits, onConnection: OnConnection = () => {}): AsyncGenerator<Delta<Small>> {
    using span = spanOf(limits, this.#rest)
    const reader = new Reader(this.#entries, span.signal)
    this.#readers.set(reader, onConnection)
    if (this.#isSynced) reader.report([...this.#entries.keys()], { synced: true })
    if (this.#stop === undefined) this.#start()
    try {
      yield* reader.deltas()
    } catch (error) {
      span.endOrThrow(error)
    } finally {
      this.#readers.delete(reader)
      if (this.#readers.size === 0) this.#end()
    }
  }

  #start(): void {
    const stop = new AbortController()
    this.#stop = stop
    void this.#run(stop).then(
      () => this.#finish(stop, undefined),
      (error: unknown) => this.#finish(stop, error),
    )
  }

  async #run({ signal }: AbortController): Promise<void> {
    const onConnection: OnConnection = (lost) => {
      for (const report of this.#readers.values()) report(lost)
    }
    const unread = new Set(this.#parts)
    const follow = async (part: Part<T, Small>): Promise<void> => {
      for await (const batch of listAndWatch(this.#rest, { ...part.watched, onConnection }, { signal })) {
        if (signal.aborted) return
        if (batch.kind === 'list') unread.delete(part)
        this.#report(this.#apply(batch, part), { synced: batch.kind === 'list' && unread.size === 0 })
      }
    }
    await Promise.all(this.#parts.map(follow))
  }

  #report(names: readonly string[], more: { synced: boolean }): void {
    this.#isSynced ||= more.synced
    for (const reader of this.#readers.keys()) reader.report(names, more)
  }

  /** The watch ends before its readers do: it has failed, or the cluster is closed. */
  #finish(stop: AbortController, error: unknown): void {
    if (this.#stop !== stop) return
    this.#end()
    for (const reader of this.#readers.keys()) reader.fail(error)
  }

  #end(): void {
    this.#stop?.abort()
    this.#stop = undefined
    this.#isSynced = false
  }

  /** Returns the names of the objects that changed. */
  #apply(batch: Batch<Entry<Small>>, { has }: Part<T, Small>): readonly string[] {
    if (batch.kind === 'events')
      return batch.events.filter(({ type, object }) => this.#put(object, type === 'DELETED')).map(nameOfEvent)
    const there = new Set(batch.items.map(({ name }) => name))
    const gone = this.#entries.values().filter(({ name }) => has(name) && !there.has(name))
    return [
      ...[...gone].filter((entry) => this.#put(entry, true)).map(({ name }) => name),
      ...batch.items.filter((entry) => this.#put(entry, false)).map(({ name }) => name),
    ]
  }

  #put(entry: Entry<Small>, isGone: boolean): boolean {
    const before = this.#entries.get(entry.name)
    if (isGone || entry.object === undefined) {
      this.store.delete(entry.name)
      return this.#entries.delete(entry.name)
    }
    this.store.set(entry.name, entry.object)
    this.#entries.set(entry.name, entry)
    return before?.version !== entry.version || before.uid !== entry.uid
  }
}

const nameOfEvent = ({ object }: { readonly object: { readonly name: string } }): string => object.name
