import { EventEmitter, once } from 'node:events'

/** What something is by now, for many who follow it: of changes that come together, they get the last. */
export class Latest<T> {
  readonly running: Promise<void>
  readonly #changed = new EventEmitter().setMaxListeners(0)
  #now: { readonly value: T } | undefined

  constructor(source?: AsyncIterable<T>) {
    this.running = this.#follow(source)
  }

  set(value: T): void {
    this.#now = { value }
    this.#changed.emit('changed')
  }

  async *each(signal: AbortSignal): AsyncGenerator<T> {
    let last: { readonly value: T } | undefined
    while (!signal.aborted) {
      const now = this.#now
      if (now === last || now === undefined)
        await once(this.#changed, 'changed', { signal }).catch(() => signal.throwIfAborted())
      else {
        last = now
        yield now.value
      }
    }
  }

  async #follow(source: AsyncIterable<T> | undefined): Promise<void> {
    if (source !== undefined) for await (const value of source) this.set(value)
  }
}
