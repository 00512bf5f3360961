import type { BodyKind, DecodedBody, EncodedBody } from '../interface/request.ts'
import { decodeMessage } from './decode.ts'
import { isKind } from './message.ts'
import { Malformed, readMessage, type Value, type Values } from './wire.ts'

/** Precedes every message (k8s.io/apimachinery, runtime/serializer/protobuf). */
const prefix = Buffer.from('k8s\0')

/** A body of type application/vnd.kubernetes.protobuf. */
export const protobufBody = (bytes: Uint8Array): EncodedBody => ({
  decode(expected) {
    try {
      return decodeEnvelope(readEnvelope(bytes), expected)
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      return { result: 'unrecognized', problem: error.message, data: summaryOf(bytes) }
    }
  },
})

interface Envelope extends BodyKind {
  readonly raw: Uint8Array
}

function readEnvelope(bytes: Uint8Array): Envelope {
  if (!prefix.equals(bytes.subarray(0, prefix.length)))
    throw new Malformed(`provided data does not appear to be a protobuf message, expected prefix [${prefix.join(' ')}]`)
  if (bytes.length === prefix.length) throw new Malformed('empty body')
  const found = readMessage('Unknown', bytes.subarray(prefix.length))
  const meta = (found.get(1)?.[0] ?? new Map()) as Values
  return {
    apiVersion: String(meta.get(1)?.at(-1) ?? ''),
    kind: String(meta.get(2)?.at(-1) ?? ''),
    raw: bytesOf(found.get(2)?.at(-1)),
  }
}

const bytesOf = (value: Value | undefined): Uint8Array => (value instanceof Uint8Array ? value : Buffer.alloc(0))

/** Of a kind that the sandbox does not have, only apiVersion and kind. */
function decodeEnvelope({ raw, ...sent }: Envelope, expected: BodyKind): DecodedBody {
  const apiVersion = sent.apiVersion || expected.apiVersion
  const kind = sent.kind || expected.kind
  if (!isKind(kind)) return { result: 'object', object: { apiVersion, kind } }
  try {
    return { result: 'object', object: { apiVersion, kind, ...(decodeMessage(kind, raw) as object) } }
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    return { result: 'malformed', problem: error.message, apiVersion, kind }
  }
}

const quotedBytes = 30

/** The first bytes, as the API server quotes them: JSON as it is, everything else in hexadecimal. */
function summaryOf(bytes: Uint8Array): string {
  const quoted = Buffer.from(bytes.subarray(0, quotedBytes)).toString(bytes[0] === 0x7b ? 'utf8' : 'hex')
  return bytes.length > quotedBytes ? `${quoted} ...` : quoted
}
