import protobuf from 'protobufjs/minimal.js'
import { type Field, fieldsOf, type Scalar, type Type } from './message.ts'

type Reader = protobuf.Reader

/** Bytes that are no message; the texts are those of gogo/protobuf, with which Kubernetes decodes. */
export class Malformed extends Error {}

/** The values of the fields of a message, by number, in the order of the wire; an unknown field has none. */
export type Values = Map<number, Value[]>
export type Value = number | boolean | string | Uint8Array | Values

const wireTypes: Readonly<Record<Scalar, number>> = { bool: 0, bytes: 2, int32: 0, int64: 0, string: 2 }
const varint = 0
const delimited = 2
const startGroup = 3
const endGroup = 4

/** The values of a message; unknown fields are skipped. Throws Malformed. */
export function readMessage(name: string, bytes: Uint8Array, values: Values = new Map()): Values {
  return readFields(bytes, { name, fields: fieldsOf(name), values })
}

interface Target {
  /** Undefined for an entry of a map: Go does not check its tags. */
  readonly name: string | undefined
  readonly fields: readonly Field[]
  readonly values: Values
}

function readFields(bytes: Uint8Array, { name, fields, values }: Target): Values {
  const byNumber = new Map(fields.map((field) => [field.number, field]))
  const reader = protobuf.Reader.create(bytes)
  readable(() => {
    while (reader.pos < reader.len) {
      const { number, wireType } = readTag(reader)
      if (name !== undefined) checkTag({ number, wireType }, name)
      const field = byNumber.get(number)
      const found = valuesOf(values, number)
      if (field === undefined) skip(reader, wireType)
      else if (name === undefined) found.push(readValue(reader, field.type))
      else readField(reader, { field, wireType, values: found })
    }
  })
  return values
}

function valuesOf(values: Values, number: number): Value[] {
  const found = values.get(number) ?? []
  values.set(number, found)
  return found
}

function readable(read: () => void): void {
  try {
    read()
  } catch (error) {
    if (error instanceof Malformed) throw error
    throw new Malformed(error instanceof RangeError ? 'unexpected EOF' : 'proto: integer overflow')
  }
}

interface Tag {
  readonly number: number
  readonly wireType: number
}

/** Go reads 64 bits, of which the number has 32. */
function readTag(reader: Reader): Tag {
  const { low, high } = reader.uint64()
  return { number: (low >>> 3) | (high << 29), wireType: low & 7 }
}

function checkTag({ number, wireType }: Tag, message: string): void {
  if (wireType === endGroup) throw new Malformed(`proto: ${message}: wiretype end group for non-group`)
  if (number <= 0) throw new Malformed(`proto: ${message}: illegal tag ${number} (wire type ${wireType})`)
}

/** Groups are skipped without recursion, to any depth. */
function skip(reader: Reader, first: number): void {
  let depth = 0
  let wireType = first
  while (true) {
    if (wireType > 5) throw new Malformed(`proto: illegal wireType ${wireType}`)
    if (wireType === startGroup) depth++
    else if (wireType === endGroup && depth === 0) throw new Malformed('proto: unexpected end of group')
    else if (wireType === endGroup) depth--
    else if (wireType === varint) reader.uint64()
    else if (wireType === delimited) readBytes(reader)
    else reader.skipType(wireType)
    if (depth === 0) return
    wireType = readTag(reader).wireType
  }
}

interface Read {
  readonly field: Field
  readonly wireType: number
  /** Of the same field, so far. */
  readonly values: Value[]
}

/** Times decode themselves in Go, each anew. */
const unmerged: readonly string[] = ['MicroTime', 'Time']

/** Adds a value, or those of a packed list. A message that is there already is merged with the second, or replaced. */
function readField(reader: Reader, { field: { goName, type }, wireType, values }: Read): void {
  const item = type.kind === 'list' ? type.of : type
  if (type.kind === 'message' && unmerged.includes(type.name)) values.length = 0
  const [earlier] = type.kind === 'message' ? values : []
  if (wireType === (item.kind === 'scalar' ? wireTypes[item.scalar] : delimited)) {
    const value = readValue(reader, item, earlier as Values | undefined)
    if (earlier === undefined) values.push(value)
    return
  }
  if (type.kind !== 'list' || item.kind !== 'scalar' || wireTypes[item.scalar] === delimited || wireType !== delimited)
    throw new Malformed(`proto: wrong wireType = ${wireType} for field ${goName}`)
  const packed = protobuf.Reader.create(readBytes(reader))
  while (packed.pos < packed.len) values.push(readValue(packed, item))
}

function readValue(reader: Reader, type: Type, earlier?: Values): Value {
  switch (type.kind) {
    case 'scalar':
      return readScalar(reader, type.scalar)
    case 'map':
      return readFields(readBytes(reader), { name: undefined, fields: entryFields(type.of), values: new Map() })
    case 'message':
      return readMessage(type.name, readBytes(reader), earlier)
    case 'list':
      throw new Error('a list of lists')
  }
}

/** An entry of a map is a message of a key and a value. */
export const entryFields = (type: Type): readonly [key: Field, value: Field] => [
  { number: 1, name: 'key', goName: 'Key', omission: 'never', type: { kind: 'scalar', scalar: 'string' } },
  { number: 2, name: 'value', goName: 'Value', omission: 'never', type },
]

function readScalar(reader: Reader, scalar: Scalar): Value {
  switch (scalar) {
    case 'bytes':
      return readBytes(reader)
    case 'int64':
      return readInteger(reader)
    // Bytes that are not UTF-8 become U+FFFD, as in JSON of Go.
    case 'string':
      return readBytes(reader).toString()
    case 'bool':
      return readInteger(reader) !== 0
    case 'int32':
      return reader.int64().low | 0
  }
}

/** An integer beyond 2^53 is rounded, like those of JSON. */
function readInteger(reader: Reader): number {
  const { low, high } = reader.int64()
  return high * 2 ** 32 + (low >>> 0)
}

function readBytes(reader: Reader): Buffer {
  const length = readInteger(reader)
  if (length < 0) throw new Malformed('proto: negative length found during unmarshaling')
  const start = reader.pos
  reader.skip(length)
  const { buffer, byteOffset } = reader.raw(start, reader.pos)
  return Buffer.from(buffer, byteOffset, length)
}
