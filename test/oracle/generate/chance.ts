import { chanceOf } from '../../contract/chance.ts'

/** Choices that depend on a seed alone. */
export class Chance {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = chanceOf(seed)
  }

  /** True in one of `times` cases. */
  once(times: number): boolean {
    return this.below(times) === 0
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
