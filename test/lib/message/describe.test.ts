import '../../../src/lib/offline/read/file-messages.ts'
import { expect, test } from '@jest/globals'
import { describe, messageOf, phrased } from '../../../src/lib/message/describe.ts'
import { said } from '../../../src/lib/message/failure.ts'
import type { Phrase } from '../../../src/lib/message/phrase.ts'

const cause = said('NoRoute', 'no route to host', 'try again')

test.each<[string, Phrase, string, readonly string[]]>([
  ['a line', 'node gone', 'node gone', []],
  ['a line and its hints', { said: 'node gone', hints: ['look'] }, 'node gone', ['look']],
  [
    'a cause behind a colon, with the hints of the cause',
    { said: 'not read', because: cause },
    'not read: no route to host',
    ['try again'],
  ],
  [
    'hints of its own in place of those of the cause',
    { said: 'not read', because: cause, hints: ['look'] },
    'not read: no route to host',
    ['look'],
  ],
  [
    'facts below it, indented',
    { said: '2 problems', below: [cause, cause] },
    '2 problems\n  no route to host\n  no route to host',
    [],
  ],
])('a phrase can be %s', (_name, phrase, text, hints) => {
  const { lines, hints: told } = phrased(phrase)
  expect(lines.map((line) => line.join('')).join('\n')).toBe(text)
  expect(told).toEqual(hints)
})

test('a fact without words is its reason and subject', () => {
  const fact = { reason: 'Unheard', subject: { kind: 'Node', name: 'node-a' } }
  expect(messageOf(fact)).toBe('Unheard: node-a')
  expect(describe(fact).hints).toEqual([])
})

test('a line end in the name of a file begins no other message', () => {
  const subject = { kind: 'File', name: 'kubelet\nerror: all is lost.yaml' }
  expect(messageOf({ reason: 'InputTooLarge', subject })).toMatch(/^kubelet\\nerror: all is lost\.yaml: larger/)
})
