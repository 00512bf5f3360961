import { chanceOf } from '../../contract/chance.ts'

/** Choices that depend on a seed alone. */
export class Chance {
  readonly #next: () => number
  readonly #tidy: boolean

  /** `tidy`: nothing spoils the document but the values of its fields. */
  constructor(seed: number, { tidy } = { tidy: false }) {
    this.#next = chanceOf(seed)
    this.#tidy = tidy
  }

  /** True in one of `times` cases. */
  once(times: number): boolean {
    return this.below(times) === 0
  }

  /** The same for what may spoil a document, whatever else it says: never in a tidy one. */
  oddly(times: number): boolean {
    return !this.#tidy && this.once(times)
  }

  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit)
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!
  }

  /** Some of the items, in their order: `count` of them on average. */
  some<T>(items: readonly T[], count: number): readonly T[] {
    return items.filter(() => this.#next() * items.length < count)
  }
}
