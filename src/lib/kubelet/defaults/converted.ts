import { formatQuantity, roundUp } from '../../quantity/quantity.ts'
import type { Struct, Value } from '../model/document.ts'
import type { Release } from '../model/releases.ts'
import { knows, type Schema, type SchemaOf } from '../schema/schema.ts'

/** Quantities of a file are rounded up to thousandths; those of drop-ins stay. */
export type Rounding = 'thousandths' | 'none'

/** A written value in the kubelet's internal type: without fields that the release does not know. */
export function converted(value: Value, schema: Schema, release: Release, rounding: Rounding): Value {
  if (value.type === 'list' && schema.type === 'list')
    return { ...value, items: value.items.map((item) => converted(item, schema.items, release, rounding)) }
  if (value.type === 'map' && schema.type === 'map')
    return { ...value, entries: convertedEntries(value, schema, rounding) }
  if (value.type === 'struct' && schema.type === 'struct')
    return { ...value, unknown: new Map(), fields: convertedFields(value, schema, release, rounding) }
  return value
}

function convertedFields(
  { fields }: Struct,
  schema: SchemaOf<'struct'>,
  release: Release,
  rounding: Rounding,
): Struct['fields'] {
  const known = [...fields].flatMap(([name, value]): [string, Value][] => {
    const field = schema.fields.get(name)
    return field !== undefined && knows(release, field) ? [[name, converted(value, field, release, rounding)]] : []
  })
  return new Map(known)
}

type Entries = Extract<Value, { type: 'map' }>

/** The only quantities are those of reservedMemory. */
const convertedEntries = ({ entries }: Entries, { values }: SchemaOf<'map'>, rounding: Rounding): Entries['entries'] =>
  rounding === 'thousandths' && values.type === 'scalar' && values.scalar === 'quantity'
    ? new Map([...entries].map(([key, value]) => [key, inThousandths(value)]))
    : entries

const nanosPerMilli = 1_000_000n

/** Rounds away from zero, as Convert_v1_ResourceList_To_core_ResourceList of pkg/apis/core/v1 does. */
function inThousandths(quantity: Value): Value {
  if (quantity.type !== 'quantity' || quantity.value.nanos % nanosPerMilli === 0n) return quantity
  const value = { ...quantity.value, nanos: roundUp(quantity.value, nanosPerMilli) * nanosPerMilli }
  return { ...quantity, value, text: formatQuantity(value) }
}
