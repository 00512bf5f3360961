import { formatQuantity, parseQuantity, roundUp } from '../../../lib/quantity/quantity.ts'
import { isObject, type Json } from './object.ts'
import { Unreadable } from './unreadable.ts'

type Quantities = Readonly<Record<string, string>>

const nanosPerMilli = 1_000_000n

/** The canonical form that the API server stores, rounded up to thousandths. Accepts numbers as well. */
export function canonical(value: unknown): string {
  const quantity = typeof value === 'string' || typeof value === 'number' ? parseQuantity(String(value)) : undefined
  if (quantity === undefined)
    throw new Unreadable("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'")
  return formatQuantity({ ...quantity, nanos: roundUp(quantity, nanosPerMilli) * nanosPerMilli })
}

/** A list of quantities by resource name; undefined stays undefined. */
export function canonicalList(value: Json | Quantities | undefined): Quantities | undefined {
  if (value === undefined || value === null) return undefined
  if (!isObject(value)) throw new Unreadable(`cannot restore map from ${goTypeOf(value)}`)
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([resource, amount]) => [resource, canonical(amount)]))
}

const goTypeOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'slice'
  return typeof value === 'number' ? 'int' : typeof value === 'boolean' ? 'bool' : 'string'
}
