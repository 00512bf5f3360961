import type { SpecialMessage } from './message.ts'
import { Malformed } from './wire.ts'

/** The fields of a message, bytes as base64. */
type Sent = Readonly<Record<string, unknown>>

/** The JSON of messages that is not an object of their fields. */
export const special: Readonly<Record<SpecialMessage, (sent: Sent, isEmpty: boolean) => unknown>> = {
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
