interface Entry {
  readonly due: number
  readonly order: number
  /** Undefined when it was called off. */
  run: (() => void) | undefined
}

/** Things to do, in virtual time, which stands still but for advance: as they fall due, then as they came. */
export class Queue {
  readonly #heap: Entry[] = []
  #now: number
  #order = 0

  constructor(start: number) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  /** Runs at an instant, or as soon as time passes if that is over; the returned function calls it off. */
  at(due: number, run: () => void): () => void {
    const entry: Entry = { due: Math.max(due, this.#now), order: this.#order++, run }
    push(this.#heap, entry)
    return () => {
      entry.run = undefined
    }
  }

  /** Runs so many milliseconds from now. */
  after(ms: number, run: () => void): () => void {
    return this.at(this.#now + ms, run)
  }

  /** The instant at which something falls due next. */
  next(): number | undefined {
    while (this.#heap[0] !== undefined && this.#heap[0].run === undefined) pop(this.#heap)
    return this.#heap[0]?.due
  }

  advance(ms: number): void {
    const until = this.#now + ms
    for (let due = this.next(); due !== undefined && due <= until; due = this.next()) {
      const { run } = pop(this.#heap)
      this.#now = due
      run?.()
    }
    this.#now = until
  }
}

const isBefore = (one: Entry, other: Entry): boolean =>
  one.due < other.due || (one.due === other.due && one.order < other.order)

function push(heap: Entry[], entry: Entry): void {
  let at = heap.push(entry) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!isBefore(entry, heap[parent]!)) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = entry
}

/** Takes out the first; there is one. */
function pop(heap: Entry[]): Entry {
  const first = heap[0]!
  const last = heap.pop()!
  if (heap.length === 0) return first
  let at = 0
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
    if (!isBefore(heap[child]!, last)) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = last
  return first
}
