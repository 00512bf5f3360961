import { expect, test } from '@jest/globals'
import { findCommand } from '../../../../src/lib/cli/shell/find-command.ts'

const ids = ['get', 'agent run', 'agent install']

test.each([
  ['get', { id: 'get', words: [] }],
  ['get a b', { id: 'get', words: ['a', 'b'] }],
  ['agent run', { id: 'agent run', words: [] }],
  ['agent install --dry-run', { id: 'agent install', words: ['--dry-run'] }],
  ['agent', undefined],
  ['agent get', undefined],
  ['run', undefined],
  ['constructor', undefined],
  ['', undefined],
])('the command of "%s"', (line, expected) => {
  expect(findCommand(line.split(' '), ids)).toEqual(expected)
})
