/** What waits to be decided on, in the order of its arrival. One reader. */
export class Mailbox<Item> {
  readonly #items: Item[] = []
  #arrived = Promise.withResolvers<void>()

  put(item: Item): void {
    this.#items.push(item)
    this.#arrived.resolve()
  }

  /** The reader gets the error instead of an item. */
  fail(error: unknown): void {
    this.#arrived.promise.catch(() => undefined)
    this.#arrived.reject(error)
  }

  /** The next item; rejects with the reason of the signal when it aborts first. */
  async take(signal: AbortSignal): Promise<Item> {
    const stop = (): void => this.fail(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    try {
      signal.throwIfAborted()
      while (this.#items.length === 0) {
        await this.#arrived.promise
        this.#arrived = Promise.withResolvers()
      }
      return this.#items.shift()!
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}
