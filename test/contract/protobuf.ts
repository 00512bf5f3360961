import protobufjs from 'protobufjs/minimal.js'
import type { Call } from './subject.ts'

export const protobufType = 'application/vnd.kubernetes.protobuf'

/** Fields of a message by number: texts, numbers, messages, or several of one. */
export type Fields = { readonly [number: number]: FieldValue | readonly FieldValue[] }
type FieldValue = string | number | Uint8Array | Fields

/** Written by hand, so that no definition of ours is needed. */
export function encoded(fields: Fields): Buffer {
  const writer = protobufjs.Writer.create()
  for (const [number, values] of Object.entries(fields))
    for (const value of Array.isArray(values) ? values : [values]) write(writer, Number(number), value)
  return Buffer.from(writer.finish())
}

function write(writer: protobufjs.Writer, number: number, value: FieldValue): void {
  if (typeof value === 'number') writer.uint32(number * 8).int64(value)
  else writer.uint32(number * 8 + 2).bytes(bytesOf(value))
}

function bytesOf(value: Exclude<FieldValue, number>): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value)
  return value instanceof Uint8Array ? value : encoded(value)
}

export interface Wrapped {
  readonly apiVersion?: string
  readonly kind?: string
  /** Of the envelope, beyond kind and message. */
  readonly more?: Fields
}

/** A message in the envelope of Kubernetes; a ConfigMap unless told. */
export const wrapped = (message: Fields | Uint8Array, { apiVersion = 'v1', kind = 'ConfigMap', more }: Wrapped = {}) =>
  Buffer.concat([Buffer.from('k8s\0'), encoded({ 1: { 1: apiVersion, 2: kind }, 2: message, ...more })])

export const protobufCall = (method: string, path: string, body: Uint8Array): Call => ({
  method,
  path,
  contentType: protobufType,
  body,
})
