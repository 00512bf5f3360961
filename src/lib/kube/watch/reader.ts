import type { Delta } from '../../ports/collection.ts'

/** An object of a collection, and which state of which object it is. */
export interface Entry<T> {
  readonly name: string
  readonly uid: string
  readonly version: string
  /** Undefined: not one that the collection is about. */
  readonly object: T | undefined
}

/** Stands among names for: up to here all is known. */
const syncMark = Symbol('synced')

/**
 * One who reads the changes of a collection at a pace of its own. What has changed is remembered by name, so that who is slow
 * costs no more than one entry for each object.
 */
export class Reader<T> {
  /** The newest. */
  readonly #entries: ReadonlyMap<string, Entry<T>>
  readonly #signal: AbortSignal
  /** What this reader was given. */
  readonly #given = new Map<string, Entry<T>>()
  /** In the order of the first change. */
  readonly #due = new Set<string | typeof syncMark>()
  #end: { readonly error: unknown } | undefined
  #wake = () => {}

  constructor(entries: ReadonlyMap<string, Entry<T>>, signal: AbortSignal) {
    this.#entries = entries
    this.#signal = signal
  }

  report(names: readonly string[], { synced }: { readonly synced: boolean }): void {
    for (const name of names) this.#due.add(name)
    if (synced) this.#due.add(syncMark)
    this.#wake()
  }

  /** Nothing comes any more, because of an error or not. */
  fail(error: unknown): void {
    this.#end = { error }
    this.#wake()
  }

  async *deltas(): AsyncGenerator<Delta<T>> {
    while (true) {
      for (const due of this.#due) {
        this.#due.delete(due)
        if (due === syncMark) yield { type: 'synced' }
        else yield* this.#changesOf(due)
        this.#signal.throwIfAborted()
      }
      if (this.#end?.error !== undefined) throw this.#end.error
      if (this.#end !== undefined) return
      await this.#news()
    }
  }

  *#changesOf(name: string): Generator<Delta<T>> {
    const before = this.#given.get(name)
    const now = this.#entries.get(name)
    if (now === undefined) this.#given.delete(name)
    else this.#given.set(name, now)
    const isOther = before !== undefined && before.uid !== now?.uid
    if (isOther) yield { type: 'deleted', name, before: before.object as T }
    if (now === undefined || now.version === before?.version) return
    const object = now.object as T
    yield before === undefined || isOther
      ? { type: 'added', name, object }
      : { type: 'modified', name, before: before.object as T, object }
  }

  async #news(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const stop = () => reject(this.#signal.reason)
    this.#wake = resolve
    this.#signal.addEventListener('abort', stop, { once: true })
    if (this.#signal.aborted) stop()
    await promise.finally(() => this.#signal.removeEventListener('abort', stop))
  }
}
