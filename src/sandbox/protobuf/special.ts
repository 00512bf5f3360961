import type { SpecialMessage } from './message.ts'
import { Malformed } from './wire.ts'

/** The fields of a message, bytes as base64. */
type Sent = Readonly<Record<string, unknown>>

/** The JSON of messages that is not an object of their fields. */
export const special: Readonly<Record<SpecialMessage, (sent: Sent) => unknown>> = {
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

const isZero = ({ seconds, nanos }: Sent): boolean =>
  (seconds === undefined && nanos === undefined) || seconds === zeroTime

function wholeTime(sent: Sent): string | null {
  return isZero(sent) ? null : rfc3339(Number(sent['seconds'] ?? 0), '')
}

function microTime(sent: Sent): string | null {
  if (isZero(sent)) return null
  const micros = Math.trunc(Number(sent['nanos'] ?? 0) / 1000)
  const seconds = Math.floor(micros / 1e6)
  return rfc3339(Number(sent['seconds'] ?? 0) + seconds, `.${String(micros - seconds * 1e6).padStart(6, '0')}`)
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
