import protobuf from 'protobufjs/minimal.js'

export type Reader = protobuf.Reader

/** Puts the value of a field, which the reader is at, into an object. */
export interface Field {
  readonly wireType: number
  readonly read: (reader: Reader, into: Json) => void
}

type Json = Record<string, unknown>

/** The fields of a message that are used, by number; the others are skipped. */
export type Fields = Readonly<Record<number, Field>>

const varint = 0
const delimited = 2

export const readerOf = (bytes: Uint8Array): Reader => protobuf.Reader.create(bytes)

/** The object that encoding/json of Go would make of the fields of a message. Throws when it is not one. */
export function readFields(reader: Reader, end: number, fields: Fields): Json {
  const object: Json = {}
  while (reader.pos < end) {
    const tag = reader.uint32()
    const field = fields[tag >>> 3]
    if (field === undefined) reader.skipType(tag & 7)
    else if (field.wireType === (tag & 7)) field.read(reader, object)
    else throw new RangeError('unexpected wire type')
  }
  if (reader.pos > end) throw new RangeError('a field is longer than its message')
  return object
}

/** The end of what follows: a message, or bytes. */
export function endOf(reader: Reader): number {
  const length = reader.uint32()
  const end = reader.pos + length
  if (end > reader.len) throw new RangeError('a message is longer than its bytes')
  return end
}

const readMessage = (reader: Reader, fields: Fields): Json => readFields(reader, endOf(reader), fields)

const field = (wireType: number, read: Field['read']): Field => ({ wireType, read })

/** omitempty: an empty text is absent. */
export const text = (name: string): Field =>
  field(delimited, (reader, into) => {
    const value = reader.string()
    if (value !== '') into[name] = value
  })

/** omitempty: 0 is absent. */
export const int64 = (name: string): Field =>
  field(varint, (reader, into) => {
    const value = readInt64(reader)
    if (value !== 0) into[name] = value
  })

/** A pointer: 0 is a value. */
export const int32 = (name: string): Field =>
  field(varint, (reader, into) => {
    into[name] = reader.int32()
  })

/** A pointer: false is a value. */
export const bool = (name: string): Field =>
  field(varint, (reader, into) => {
    into[name] = reader.bool()
  })

export const message = (name: string, fields: Fields): Field =>
  field(delimited, (reader, into) => {
    into[name] = readMessage(reader, fields)
  })

export const texts = (name: string): Field => listOf(name, (reader) => reader.string())

export const messages = (name: string, fields: Fields): Field => listOf(name, (reader) => readMessage(reader, fields))

const listOf = (name: string, read: (reader: Reader) => unknown): Field =>
  field(delimited, (reader, into) => {
    const value = read(reader)
    const list = into[name] as unknown[] | undefined
    if (list === undefined) into[name] = [value]
    else list.push(value)
  })

/** Messages whose text with this number is one of `wanted`; the others are skipped unread. */
export const messagesWith = (
  name: string,
  fields: Fields,
  { number, wanted }: { readonly number: number; readonly wanted: readonly string[] },
): Field =>
  field(delimited, (reader, into) => {
    const end = endOf(reader)
    const start = reader.pos
    if (!wanted.includes(textAt(reader, end, number))) {
      reader.pos = end
      return
    }
    reader.pos = start
    const value = readFields(reader, end, fields)
    const list = into[name] as unknown[] | undefined
    if (list === undefined) into[name] = [value]
    else list.push(value)
  })

/** The text with this number in what follows; empty when there is none. */
function textAt(reader: Reader, end: number, number: number): string {
  const wanted = (number << 3) | delimited
  let found = ''
  while (found === '' && reader.pos < end) {
    const tag = reader.uint32()
    if (tag === wanted) found = reader.string()
    else reader.skipType(tag & 7)
  }
  if (reader.pos > end) throw new RangeError('a field is longer than its message')
  return found
}

const keyTag = 10
const valueTag = 18

/** The entry of a map: `put` is called with its key, and reads the value if there is one. */
function readEntry(reader: Reader, put: (key: string, hasValue: boolean) => void): void {
  const end = endOf(reader)
  let key = ''
  let isPut = false
  while (reader.pos < end) {
    const tag = reader.uint32()
    if (tag === keyTag) key = reader.string()
    else if (tag === valueTag) {
      put(key, true)
      isPut = true
    } else reader.skipType(tag & 7)
  }
  if (!isPut) put(key, false)
  if (reader.pos > end) throw new RangeError('a field is longer than its message')
}

const mapIn = (into: Json, name: string): Record<string, string> => {
  const map = (into[name] ?? {}) as Record<string, string>
  into[name] = map
  return map
}

/** The entries of a map of texts with these keys. */
export const textsOf = (name: string, keys: readonly string[]): Field =>
  field(delimited, (reader, into) =>
    readEntry(reader, (key, hasValue) => {
      if (keys.includes(key)) mapIn(into, name)[key] = hasValue ? reader.string() : ''
      else if (hasValue) reader.skipType(delimited)
    }),
  )

export const quantities = (name: string): Field =>
  field(delimited, (reader, into) =>
    readEntry(reader, (key, hasValue) => {
      mapIn(into, name)[key] = (hasValue && textAtEnd(reader)) || '0'
    }),
  )

/** The first text of a message, behind which the reader is then. */
function textAtEnd(reader: Reader): string {
  const end = endOf(reader)
  const value = textAt(reader, end, 1)
  reader.pos = end
  return value
}

/** A time, as RFC 3339 in seconds; null: it was not set. */
export const time = (name: string): Field =>
  field(delimited, (reader, into) => {
    const { seconds = 0 } = readMessage(reader, { 1: int64('seconds') })
    into[name] = seconds === 0 ? null : new Date((seconds as number) * 1000).toISOString().replace('.000Z', 'Z')
  })

function readInt64(reader: Reader): number {
  const value = reader.int64()
  return typeof value === 'number' ? value : value.high * 2 ** 32 + (value.low >>> 0)
}
