import { expect, test } from '@jest/globals'
import protobuf from 'protobufjs/minimal.js'
import { readText } from '../../../../src/lib/cluster/protobuf/wire.ts'

const reading = (texts: readonly string[]): string[] => {
  const writer = protobuf.Writer.create()
  for (const text of texts) writer.string(text)
  const reader = protobuf.Reader.create(writer.finish())
  const read = texts.map(() => readText(reader))
  expect(reader.pos).toBe(reader.len)
  return read
}

test('texts are what they were, however often, with whatever hash, and in any script', () => {
  const some = [
    '',
    'cpu',
    'memory',
    '500m',
    'größe',
    '日本',
    '\u0000',
    'x'.repeat(39),
    'x'.repeat(40),
    'é'.repeat(20),
    'x'.repeat(41),
  ]
  // More than there are places.
  const many = Array.from({ length: 10_000 }, (_, i) => `web-${i.toString(36)}`)
  const texts = [...some, ...many, ...some, ...many.toReversed(), ...some]
  expect(reading(texts)).toEqual(texts)
})

test('a text that ends behind its bytes is refused', () => {
  const bytes = protobuf.Writer.create().string('memory').finish().subarray(0, 4)
  expect(() => readText(protobuf.Reader.create(bytes))).toThrow(RangeError)
})
