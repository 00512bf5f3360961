import type { Quantity } from '../../quantity/quantity.ts'
import type { Struct, Value } from '../model/document.ts'

/** Values as Go sees them: the zero of the type where there is none. */

export const asBool = (value: Value | undefined): boolean => value?.type === 'bool' && value.value

export const asInt = (value: Value | undefined): bigint => (value?.type === 'int' ? value.value : 0n)

export const asFloat = (value: Value | undefined): number => (value?.type === 'float' ? value.value : 0)

export const asText = (value: Value | undefined): string => (value?.type === 'string' ? value.value : '')

/** Nanoseconds. */
export const asDuration = (value: Value | undefined): bigint => (value?.type === 'duration' ? value.value : 0n)

const zero: Quantity = { nanos: 0n, format: 'DecimalSI' }

export const asQuantity = (value: Value | undefined): Quantity => (value?.type === 'quantity' ? value.value : zero)

export const asList = (value: Value | undefined): readonly Value[] => (value?.type === 'list' ? value.items : [])

const nothing: ReadonlyMap<string, Value> = new Map()

export const asMap = (value: Value | undefined): ReadonlyMap<string, Value> =>
  value?.type === 'map' ? value.entries : nothing

/** A field of a struct, such as an item of a list. */
export const member = (value: Value | Struct | undefined, name: string): Value | undefined =>
  value?.type === 'struct' ? value.fields.get(name) : undefined
