interface Entry {
  readonly due: number
  readonly order: number
  /** Undefined when cancelled. */
  run: (() => void) | undefined
}

/**
 * Actions in virtual time, which passes only in `advance`. They run in order of their due time, then of their
 * insertion.
 */
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

  /** Runs at this time, or at the next advance if it has passed. The returned function cancels it. */
  at(due: number, run: () => void): () => void {
    const entry: Entry = { due: Math.max(due, this.#now), order: this.#order++, run }
    push(this.#heap, entry)
    return () => {
      entry.run = undefined
    }
  }

  /** Runs `ms` milliseconds from now. The returned function cancels it. */
  after(ms: number, run: () => void): () => void {
    return this.at(this.#now + ms, run)
  }

  /** Time of the next action; undefined if there is none. */
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

/** Removes and returns the first entry of a heap that is not empty. */
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
