import { expect, test } from '@jest/globals'
import { type Exchange, exchangesOf, transcriptOf } from './transcript.ts'

const exchanges: Exchange[] = [
  { command: 'kubeletcfg list', stdout: 'A   B\n\n1   2\n', stderr: '', exit: 0 },
  { command: 'kubeletcfg get', stdout: '', stderr: 'error: whose document?\nhint: add one\n', exit: 2 },
  { command: 'kubeletcfg diff -o yaml', stdout: 'a: 1\n---\nb: 2\n', stderr: 'warning: both\n', exit: 1 },
  { command: 'kubeletcfg diff', stdout: '', stderr: '', exit: 0 },
]

test('a transcript can be read back', () => {
  expect(exchangesOf(transcriptOf(exchanges))).toEqual(exchanges)
})

test('it shows what was said, and where', () => {
  expect(transcriptOf(exchanges.slice(1, 2))).toBe(
    '$ kubeletcfg get\n--- stderr\nerror: whose document?\nhint: add one\n--- exit 2\n',
  )
})
