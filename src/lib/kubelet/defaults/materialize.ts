import { formatQuantity, roundUp } from '../../quantity/quantity.ts'
import type { ConfigDocument, Struct, Value } from '../model/document.ts'
import { fieldPath } from '../model/path.ts'
import type { Release } from '../model/releases.ts'
import { configuration, knows, type Schema, type SchemaOf } from '../schema/schema.ts'
import type { Effective } from './effective.ts'
import { nowhere } from './tables.ts'

/** The whole document as the kubelet uses it: the written values, and defaults for the rest. */
export function materialize(config: Effective, rounding: Rounding = 'thousandths'): ConfigDocument {
  return { ...nowhere, type: 'struct', unknown: new Map(), fields: fieldsOf(config, rounding, configuration, '') }
}

function fieldsOf(
  config: Effective,
  rounding: Rounding,
  schema: SchemaOf<'struct'>,
  parent: string,
): ReadonlyMap<string, Value> {
  const fields = new Map<string, Value>()
  for (const [name, field] of schema.fields) {
    if (!knows(config.release, field)) continue
    const path = fieldPath(parent, name)
    const value = field.type === 'struct' ? structAt(config, rounding, field, path) : config.get(path)
    if (value !== undefined)
      fields.set(name, field.type === 'struct' ? value : converted(value, field, config.release, rounding))
  }
  return fields
}

/** A pointer to a struct is set only if the document has it, or a field below it has a default. */
function structAt(config: Effective, rounding: Rounding, schema: SchemaOf<'struct'>, path: string): Value | undefined {
  const fields = fieldsOf(config, rounding, schema, path)
  const written = config.written(path)
  if (fields.size === 0 && written === undefined) return undefined
  return { ...(written ?? nowhere), type: 'struct', unknown: new Map(), fields } as Value
}

/** Quantities of a file are rounded up to thousandths; those of drop-ins stay. */
type Rounding = 'thousandths' | 'none'

/** A written value in the kubelet's internal type: without fields that the release does not know. */
function converted(value: Value, schema: Schema, release: Release, rounding: Rounding): Value {
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
