/** How often something was counted in how much time. */
export interface Rate {
  readonly count: number
  /** Milliseconds, of all who were watched together. */
  readonly ms: number
}

/** What chance does less often than this, is not taken for chance. */
const rarely = 0.02

/**
 * Whether something is counted more often than elsewhere, and that is not chance: as often as elsewhere, so many would be rare. What is
 * elsewhere for no time says nothing.
 */
export function isMoreOften({ count, ms }: Rate, elsewhere: Rate): boolean {
  if (count === 0 || elsewhere.ms === 0) return false
  return atLeast(count, (elsewhere.count * ms) / elsewhere.ms) < rarely
}

/** How likely so many are or more, where so many are expected (Poisson). */
function atLeast(count: number, expected: number): number {
  if (expected === 0) return 0
  if (count <= expected) return 1
  let [logarithm, fewer] = [-expected, 0]
  for (let one = 0; one < count; one++) {
    fewer += Math.exp(logarithm)
    logarithm += Math.log(expected / (one + 1))
  }
  return 1 - fewer
}
