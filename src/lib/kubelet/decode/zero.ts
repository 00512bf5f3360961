import type { Unplaced } from '../model/document.ts'
import type { ScalarType, Schema } from '../schema/schema.ts'

const integer = { type: 'int', value: 0n } as const
const duration = { type: 'duration', value: 0n } as const

const scalars: Readonly<Record<ScalarType, Unplaced>> = {
  bool: { type: 'bool', value: false },
  int32: integer,
  int64: integer,
  uint32: integer,
  float64: { type: 'float', value: 0 },
  string: { type: 'string', value: '' },
  duration,
  flush: duration,
  quantity: { type: 'quantity', value: { nanos: 0n, format: 'DecimalSI' }, text: '0' },
  time: { type: 'time', value: 0n },
}

/** The value that Go leaves where a list or a map has null. Nil lists and maps are treated as empty ones. */
export function zeroOf(schema: Schema): Unplaced {
  switch (schema.type) {
    case 'struct':
      return { type: 'struct', fields: new Map(), unknown: new Map() }
    case 'list':
      return { type: 'list', items: [] }
    case 'map':
      return { type: 'map', entries: new Map() }
    case 'scalar':
      return scalars[schema.scalar]
  }
}

/** Zero as in Go. Lists and maps are not, even if empty: a given one is not nil. A time is always a pointer. */
export function isZero(value: Unplaced): boolean {
  switch (value.type) {
    case 'bool':
      return !value.value
    case 'int':
    case 'duration':
      return value.value === 0n
    case 'float':
      return value.value === 0
    case 'string':
      return value.value === ''
    case 'quantity':
      return value.value.nanos === 0n
    case 'struct':
      return value.unknown.size === 0 && value.fields.values().every((field) => field.unset === true)
    case 'time':
    case 'list':
    case 'map':
      return false
  }
}
