import type { ScalarType, Schema } from '../../schema/schema.ts'

const names: Readonly<Record<ScalarType, string>> = {
  bool: 'boolean',
  int32: 'integer (int32)',
  int64: 'integer (int64)',
  uint32: 'integer (uint32)',
  float64: 'number',
  string: 'string',
  duration: 'duration',
  flush: 'duration, or integer of nanoseconds',
  quantity: 'quantity',
  time: 'time (RFC 3339)',
}

/** For people: always singular, `list of string`. */
export function typeName(schema: Schema): string {
  switch (schema.type) {
    case 'struct':
      return 'object'
    case 'list':
      return `list of ${typeName(schema.items)}`
    case 'map':
      return `map of ${typeName(schema.values)}`
    case 'scalar':
      return names[schema.scalar]
  }
}
