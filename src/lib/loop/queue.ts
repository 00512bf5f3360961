/** What waits to be decided on, in the order of its arrival. One reader. */
export class Queue<Item> {
  readonly #items: Item[] = []
  #arrived = Promise.withResolvers<void>()
  #failure: { readonly error: unknown } | undefined

  put(item: Item): void {
    this.#items.push(item)
    this.#arrived.resolve()
  }

  /** The reader gets the error instead of an item, also of one that waits already. */
  fail(error: unknown): void {
    this.#failure ??= { error }
    this.#arrived.resolve()
  }

  /** The next item; rejects with the reason of the signal when it aborts first. */
  async take(signal: AbortSignal): Promise<Item> {
    const stop = (): void => this.#arrived.resolve()
    signal.addEventListener('abort', stop, { once: true })
    try {
      for (;;) {
        signal.throwIfAborted()
        if (this.#failure !== undefined) throw this.#failure.error
        const item = this.#items.shift()
        if (item !== undefined) return item
        await this.#arrived.promise
        this.#arrived = Promise.withResolvers()
      }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}
