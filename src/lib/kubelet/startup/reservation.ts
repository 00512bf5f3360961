import { parseQuantity, type Quantity, roundUp } from '../../quantity/quantity.ts'
import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'

export const reservationFields = ['kubeReserved', 'systemReserved'] as const

/**
 * What both fields together reserve, in billionths of the resource's unit; undefined when one of them has no quantity
 * that S04 accepts. Not for cpu with reservedSystemCPUs, which replaces both.
 */
export function reserved(config: Effective, resource: string): bigint | undefined {
  const keepsMillis = resource === 'cpu' && config.isAtLeast('1.37')
  let sum: bigint | undefined = 0n
  for (const field of reservationFields) {
    const value = config.map(field).get(resource)
    if (value === undefined) continue
    const quantity = parseQuantity(asText(value))
    if (quantity === undefined || quantity.nanos < 0n) sum = undefined
    else if (sum !== undefined) sum += keepsMillis ? toMillis(quantity) : quantity.nanos
  }
  return sum
}

/** Rounded up to millionths, then to the nearest thousandth, all in billionths. */
const toMillis = (quantity: Quantity): bigint => ((roundUp(quantity, 1_000n) + 500n) / 1_000n) * 1_000_000n
