/** Random values; the same seed gives the same sequence. */
export interface Chance {
  /** A number in [0, 1). */
  random(): number
  /** A whole number of milliseconds; both bounds are included. */
  between(min: number, max: number): number
  uid(): string
  /** Five characters, as the API server appends to generateName. */
  suffix(): string
}

/** Without vowels and digits that look like letters (apimachinery, util/rand). */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789'

export function createChance(seed: number): Chance {
  const random = mulberry32(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = (from: string, length: number): string => {
    let picked = ''
    for (let i = 0; i < length; i++) picked += from[below(from.length)]
    return picked
  }
  const hex = (digits: number): string => pick('0123456789abcdef', digits)
  return {
    random,
    between: (min, max) => min + below(max - min + 1),
    uid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick('89ab', 1)}${hex(3)}-${hex(12)}`,
    suffix: () => pick(alphabet, 5),
  }
}

/** The mulberry32 generator; 32 bits of state. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
