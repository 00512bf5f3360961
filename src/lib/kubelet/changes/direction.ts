import { parseQuantity } from '../../quantity/quantity.ts'
import type { Value } from '../model/document.ts'
import { isOff } from '../startup/threshold.ts'

export type Direction = 'lowered' | 'raised'

export interface Condition {
  /** The direction of change that counts; both when omitted. */
  readonly when?: Direction
  /** Zero and an absent value mean no limit: they are greater than all numbers. */
  readonly zeroIsNoLimit?: true
}

interface Amount {
  /** Billionths of a quantity, or of a percentage. */
  readonly nanos: bigint
  /** undefined: comparable with both. */
  readonly isPercentage?: boolean
}

const unlimited: Amount = { nanos: 2n ** 63n }
const none: Amount = { nanos: 0n }

/** Whether a change may meet the condition. True when the values cannot be compared. */
export function mayBe(
  { when, zeroIsNoLimit }: Condition,
  before: Value | undefined,
  after: Value | undefined,
): boolean {
  if (when === undefined) return true
  const zero = zeroIsNoLimit ? unlimited : none
  if (!zeroIsNoLimit && before === undefined) return when === 'raised'
  if (!zeroIsNoLimit && after === undefined) return when === 'lowered'
  const [old, current] = [amountOf(before, zero), amountOf(after, zero)]
  if (old === undefined || current === undefined || !areComparable(old, current)) return true
  return when === 'lowered' ? current.nanos < old.nanos : current.nanos > old.nanos
}

/** undefined when it cannot be determined. */
function amountOf(value: Value | undefined, zero: Amount): Amount | undefined {
  if (value === undefined) return zero
  if (value.type === 'int') return value.value === 0n ? zero : { nanos: value.value }
  if (value.type !== 'string') return undefined
  if (isOff(value.value)) return none
  const isPercentage = value.value.endsWith('%')
  const nanos = parseQuantity(isPercentage ? value.value.slice(0, -1) : value.value)?.nanos
  return nanos === undefined ? undefined : { nanos, isPercentage }
}

const areComparable = (a: Amount, b: Amount): boolean =>
  a.isPercentage === undefined || b.isPercentage === undefined || a.isPercentage === b.isPercentage
