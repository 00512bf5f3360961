import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { kinds } from '../../../src/sandbox/core/model/kinds.ts'
import { messages } from '../../../src/sandbox/protobuf/data/messages.ts'
import { decodeMessage } from '../../../src/sandbox/protobuf/decode.ts'
import { fieldsOf, type Type } from '../../../src/sandbox/protobuf/message.ts'
import { differenceOf, type Line } from '../../oracle/protobuf/line.ts'

/** Recorded by test/oracle/protobuf/fuzz.ts. */
const objects: readonly Line[] = readFileSync(join(import.meta.dirname, 'data', 'objects.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))

test('each recorded object is decoded as Go decodes it, and each damaged one refused in the same words', () => {
  expect(objects.map(differenceOf).filter(Boolean)).toEqual([])
})

test('every kind is recorded', () => {
  const recorded = new Set(objects.filter(({ json }) => json !== undefined).map(({ kind }) => kind))
  expect(kinds.filter(({ kind, empty }) => !empty && !recorded.has(kind))).toEqual([])
})

describe('definitions', () => {
  const names = Object.keys(messages)
  const messageIn = (type: Type): string[] => {
    if (type.kind === 'scalar') return []
    return type.kind === 'message' ? [type.name] : messageIn(type.of)
  }

  test('have the message of each field, and no number twice', () => {
    for (const name of names) {
      const fields = fieldsOf(name)
      expect(new Set(fields.map(({ number }) => number)).size).toBe(fields.length)
      for (const inner of fields.flatMap(({ type }) => messageIn(type))) expect(fieldsOf(inner)).not.toEqual([])
    }
  })
})

test.each([
  ['nothing', '', { metadata: {} }],
  ['an unknown field, with groups in groups', 'fbff01fbff01fcff01fcff01', { metadata: {} }],
  ['a name given twice: the last counts', '0a030a01610a030a0162', { metadata: { name: 'b' } }],
  ['metadata given twice: they are merged', '0a030a01610a031a0162', { metadata: { name: 'a', namespace: 'b' } }],
  [
    'a key with the name of the prototype',
    '120e0a095f5f70726f746f5f5f120161',
    {
      metadata: {},
      data: Object.fromEntries([['__proto__', 'a']]),
    },
  ],
  ['a time without bytes', '0a024200', { metadata: {} }],
  ['a time of an unknown field', '0a0442021801', { metadata: { creationTimestamp: '1970-01-01T00:00:00Z' } }],
  [
    'a time given twice: the last counts, whole',
    '0a084202080142021000',
    { metadata: { creationTimestamp: '1970-01-01T00:00:00Z' } },
  ],
  ['bytes that are not UTF-8', '12060a01611201ff', { metadata: {}, data: { a: '\ufffd' } }],
  ['an entry without a value', '12030a0161', { metadata: {}, data: { a: '' } }],
])('a ConfigMap of %s', (_what, hex, expected) => {
  expect(decodeMessage('ConfigMap', Buffer.from(hex, 'hex'))).toEqual(expected)
})
