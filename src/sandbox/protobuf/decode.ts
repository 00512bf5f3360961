import { type Field, fieldsOf, type SpecialMessage, type Type } from './message.ts'
import { entryFields, Malformed, readMessage, type Value, type Values } from './wire.ts'

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

/** The fields of a message, bytes as base64. */
type Sent = Readonly<Record<string, unknown>>

/** The JSON of messages that is not an object of their fields. */
const special: Readonly<Record<SpecialMessage, (sent: Sent, isEmpty: boolean) => unknown>> = {
  ExtraValue: ({ items }) => items ?? [],
  FieldsV1: rawJson,
  IntOrString: intOrString,
  MicroTime: microTime,
  Quantity: ({ string }) => string ?? '0',
  RawExtension: rawJson,
  // Kubernetes sends no fractions of seconds, and ignores those that are sent.
  Time: wholeTime,
}

function intOrString({ type, intVal, strVal }: Sent): unknown {
  if (type !== 0 && type !== 1) throw new Malformed('impossible IntOrString.Type')
  return type === 0 ? intVal : strVal
}

/** Seconds from the epoch to Go's zero time, 1 January of year 1. */
const zeroTime = -62_135_596_800

/** No bytes are the zero time; bytes without seconds, such as an unknown field, are the epoch. */
function wholeTime(sent: Sent, isEmpty: boolean): string | null {
  const seconds = Number(sent['seconds'] ?? 0)
  return isEmpty || seconds === zeroTime ? null : rfc3339(seconds, '')
}

function microTime(sent: Sent, isEmpty: boolean): string | null {
  const micros = Math.trunc(Number(sent['nanos'] ?? 0) / 1000)
  const carried = Math.floor(micros / 1e6)
  const [seconds, rest] = [Number(sent['seconds'] ?? 0) + carried, micros - carried * 1e6]
  if (isEmpty || (seconds === zeroTime && rest === 0)) return null
  return rfc3339(seconds, `.${String(rest).padStart(6, '0')}`)
}

/** Like Go, years have four digits or more, and no plus sign. */
function rfc3339(seconds: number, fraction: string): string {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) throw new Malformed('Time.MarshalJSON: year outside of range [0,9999]')
  return date
    .toISOString()
    .replace(/^\+0*|^(-)0*(?=\d{4})/, '$1')
    .replace('.000Z', `${fraction}Z`)
}

function rawJson({ raw }: Sent): unknown {
  if (raw === undefined) return null
  try {
    return JSON.parse(Buffer.from(String(raw), 'base64').toString())
  } catch (error) {
    throw new Malformed(`invalid JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}
