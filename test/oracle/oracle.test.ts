import { describe, expect, test } from '@jest/globals'
import { generate } from './generate/document.ts'
import { brokenRules } from './rules.ts'
import { shrink } from './shrink.ts'
import { unquote } from './unquote.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (document: Uint8Array): string => new TextDecoder().decode(document)

test('a seed has one document, and seeds differ', () => {
  expect(text(generate(7))).toBe(text(generate(7)))
  expect(new Set(Array.from({ length: 100 }, (_, seed) => text(generate(seed)))).size).toBeGreaterThan(90)
})

describe('shrink', () => {
  const keeping = (needle: string) => async (documents: readonly Uint8Array[]) =>
    documents.map((document) => text(document).includes(needle))

  test.each(['maxPods', 'a\n', ': 5,\nb'])('leaves nothing but %j', async (needle) => {
    const document = bytes(`a: 1\nb: 2\nx: a\nmaxPods: 5,\nb: "c"\n${'y: z\n'.repeat(50)}`)
    expect(text(await shrink(document, keeping(needle)))).toBe(needle)
  })
})

test.each([
  ['foo', 'foo'],
  ['"a\\"b\\\\n"', 'a"b\\n'],
  ['"\\ufeffabad"', '\ufeffabad'],
  ['"\\a\\x1b\\ufffe\\U0010ffff\\t"', '\u0007\u001b\ufffe\u{10ffff}\t'],
])("Go's %s is %j", (literal, expected) => {
  expect(unquote(literal)).toBe(expected)
})

test.each([
  [['invalid configuration: maxPods (--max-pods) -1 must not be a negative number'], ['V25']],
  [
    ['invalid configuration: option "maxPods" specified for hairpinMode (--hairpin-mode). Valid options are …'],
    ['V59'],
  ],
  [['invalid taint: {maxPods   <nil>}', 'invalid taint: {   <nil>}'], ['V36']],
  [['invalid configuration: both "kube-reserved" and "kube-reserved-compressible" cannot be specified'], ['V52']],
  [
    ['logging.format: Unsupported', 'invalid configuration: maxPods', 'logging.verbosity: Invalid'],
    ['V25', 'V71', 'V71'],
  ],
  [['something new'], ['? something new']],
])('%j breaks %j', (messages, expected) => {
  const errors = messages.map((message) => ({ message }))
  expect(brokenRules({ valid: false, stage: 'rules', errors, strict: [], startUp: [] })).toEqual(expected)
})
