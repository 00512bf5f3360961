import { type Quantity, roundUp } from './quantity.ts'

const nanosPerUnit = 1_000_000_000n

/**
 * In whole units, rounded away from zero, as an int64 (apimachinery's Quantity.Value). What does not fit loses its upper
 * bits when it is long, and is 0 when it is short, such as `10E`.
 */
export function int64Of(quantity: Quantity): bigint {
  const units = roundUp(quantity, nanosPerUnit)
  const wrapped = BigInt.asIntN(64, units)
  return wrapped === units || quantity.isLong ? wrapped : 0n
}
