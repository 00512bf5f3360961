import { Malformed } from '../http/malformed.ts'
import { endOf, type Fields, type Reader, readerOf, readFields, text } from './wire.ts'

/** What `read` returns. Throws Malformed instead of any other error. */
export function decode<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Malformed('not the protobuf that was asked for', { cause: error })
  }
}

/** Precedes every message (k8s.io/apimachinery, runtime/serializer/protobuf). */
const prefix = Buffer.from('k8s\0')

const typeMeta: Fields = { 2: text('kind') }

/** A reader of the object of this kind in a body, which ends at `end`. Throws when there is none. */
export function openEnvelope(body: Uint8Array, kind: string): { readonly reader: Reader; readonly end: number } {
  if (!prefix.equals(body.subarray(0, prefix.length))) throw new RangeError('not a body of Kubernetes')
  const reader = readerOf(body)
  reader.skip(prefix.length)
  let found: unknown
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    if (tag >>> 3 === 1) found = readFields(reader, endOf(reader), typeMeta)['kind']
    else if (tag >>> 3 === 2 && found === kind) return { reader, end: endOf(reader) }
    else reader.skipType(tag & 7)
  }
  throw new RangeError(`no ${kind}`)
}
