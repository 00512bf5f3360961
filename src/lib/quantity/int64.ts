import { type Quantity, roundUp } from './quantity.ts'

const nanosPerUnit = 1_000_000_000n

/**
 * In whole units, rounded away from zero, as an int64 (apimachinery's Quantity.Value). On overflow, a long number loses
 * its upper bits, and a short one, such as `10E`, is 0.
 */
export function int64Of(quantity: Quantity): bigint {
  const units = roundUp(quantity, nanosPerUnit)
  const wrapped = BigInt.asIntN(64, units)
  return wrapped === units || quantity.isLong ? wrapped : 0n
}

const shape = /^([-+]?)(\d+)$/
/** Digits of 2^63. */
const mostDigits = 19

/** As Go's strconv.Atoi: decimal, with sign and leading zeros, no spaces, no underscores. undefined: not an int64. */
export function parseInt64(text: string): bigint | undefined {
  const [, sign, digits = ''] = shape.exec(text) ?? []
  const significant = digits.replace(/^0+(?=\d)/, '')
  if (significant === '' || significant.length > mostDigits) return undefined
  const value = sign === '-' ? -BigInt(significant) : BigInt(significant)
  return BigInt.asIntN(64, value) === value ? value : undefined
}
