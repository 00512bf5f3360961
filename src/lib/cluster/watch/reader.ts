import type { Delta } from '../ports/collection.ts'

/** The current state of an object in a collection. */
export interface Entry<T> {
  readonly name: string
  readonly uid: string
  readonly version: string
  /** undefined when the object is not part of the collection. */
  readonly object: T | undefined
}

/** A position among the names that are due: after it, the reader is in sync. */
const syncMark = Symbol('synced')

/**
 * A reader of the changes of a collection, at its own pace. Changes are kept by name, so that a slow reader costs at
 * most one entry per object.
 */
export class Reader<T> {
  /** The current entries. */
  readonly #entries: ReadonlyMap<string, Entry<T>>
  readonly #signal: AbortSignal
  /** The entries that this reader has received. */
  readonly #seen = new Map<string, Entry<T>>()
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

  /** Ends the changes, with or without an error. */
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
      await this.#nextChange()
    }
  }

  *#changesOf(name: string): Generator<Delta<T>> {
    const before = this.#seen.get(name)
    const now = this.#entries.get(name)
    if (now === undefined) this.#seen.delete(name)
    else this.#seen.set(name, now)
    const isOther = before !== undefined && before.uid !== now?.uid
    if (isOther) yield { type: 'deleted', name, before: before.object as T }
    if (now === undefined || now.version === before?.version) return
    const object = now.object as T
    yield before === undefined || isOther
      ? { type: 'added', name, object }
      : { type: 'modified', name, before: before.object as T, object }
  }

  async #nextChange(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const stop = () => reject(this.#signal.reason)
    this.#wake = resolve
    this.#signal.addEventListener('abort', stop, { once: true })
    if (this.#signal.aborted) stop()
    await promise.finally(() => this.#signal.removeEventListener('abort', stop))
  }
}
