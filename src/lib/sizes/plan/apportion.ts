/**
 * Parts of a total in proportion to weights, in whole units, which sum exactly to it. Each is rounded down or up: those
 * with the largest remainders are rounded up, the first of equal ones. At least one weight is positive.
 */
export function apportion(total: bigint, weights: readonly bigint[]): readonly bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  const parts = weights.map((weight) => (total * weight) / all)
  const left = Number(total - parts.reduce((sum, part) => sum + part, 0n))
  const remainders = weights.map((weight, i) => ({ i, remainder: (total * weight) % all }))
  const rounded = remainders.toSorted((a, b) =>
    a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1,
  )
  const up = new Set(rounded.slice(0, left).map(({ i }) => i))
  return parts.map((part, i) => (up.has(i) ? part + 1n : part))
}
