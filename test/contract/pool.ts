/** Things of which each is lent to one borrower at a time, in the order of asking. */
export function poolOf<T>(things: readonly T[]): { borrow(): Promise<T>; giveBack(thing: T): void } {
  const free = [...things]
  const waiting: ((thing: T) => void)[] = []
  return {
    borrow() {
      const thing = free.shift()
      return thing === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(thing)
    },
    giveBack(thing) {
      const next = waiting.shift()
      if (next === undefined) free.push(thing)
      else next(thing)
    },
  }
}
