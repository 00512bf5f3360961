import { type Field, fieldsOf, type SpecialMessage, type Type } from './message.ts'
import { special } from './special.ts'
import { entryFields, readMessage, type Value, type Values } from './wire.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** The JSON that Go makes of a message of this type. Throws Malformed. */
export const decodeMessage = (name: string, bytes: Uint8Array): unknown => messageJson(name, readMessage(name, bytes))

function messageJson(name: string, values: Values): unknown {
  const object = objectOf(fieldsOf(name), values)
  return Object.hasOwn(special, name) ? special[name as SpecialMessage](object, values.size === 0) : object
}

const objectOf = (fields: readonly Field[], values: Values): JsonObject =>
  Object.fromEntries(fields.flatMap((field) => entriesOf(field, values.get(field.number))))

function entriesOf({ name, omission, type }: Field, values: readonly Value[] | undefined): [string, unknown][] {
  if (values === undefined && omission === 'absent') return []
  if (values === undefined && omission === 'null') return [[name, null]]
  const value = jsonOf(type, values ?? [])
  if (name === '') return Object.entries(value as JsonObject)
  return omission === 'empty' && isEmpty(value) ? [] : [[name, value]]
}

/** Empty for encoding/json, with omitempty or omitzero. */
const isEmpty = (value: unknown): boolean => value === null || value === '' || value === 0 || value === false

/** Of several values, the last; of none, that of Go. */
function jsonOf(type: Type, values: readonly Value[]): unknown {
  switch (type.kind) {
    case 'list':
      return values.length === 0 ? null : values.map((item) => jsonOf(type.of, [item]))
    case 'map':
      return values.length === 0 ? null : Object.fromEntries(values.map((entry) => pairOf(type.of, entry)))
    case 'message':
      return messageJson(type.name, (values[0] ?? new Map()) as Values)
    case 'scalar': {
      const last = values.at(-1) ?? zeros[type.scalar]
      return last instanceof Uint8Array ? Buffer.from(last).toString('base64') : last
    }
  }
}

const zeros = { bool: false, bytes: null, int32: 0, int64: 0, string: '' }

function pairOf(type: Type, entry: Value): [string, unknown] {
  const { key, value } = objectOf(entryFields(type), entry as Values)
  return [String(key), value ?? '']
}
