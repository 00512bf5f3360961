/** The values of several sources as they come. Ends with the first source that ends; rejects with the first that rejects. */
export async function* merged<Value>(sources: readonly AsyncIterable<Value>[]): AsyncGenerator<Value> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]())
  const nextOf = (i: number) => {
    const next = iterators[i]!.next().then((result) => ({ i, result }))
    next.catch(() => undefined)
    return next
  }
  const pending = iterators.map((_, i) => nextOf(i))
  try {
    for (;;) {
      const { i, result } = await Promise.race(pending)
      if (result.done === true) return
      yield result.value
      pending[i] = nextOf(i)
    }
  } finally {
    for (const iterator of iterators) iterator.return?.().catch(() => undefined)
  }
}
