import { describe, expect, test } from '@jest/globals'
import { rewriteBooleans } from '../../../../src/lib/cli/shell/boolean-values.ts'

const flags = {
  watch: { type: 'boolean', char: 'w' },
  'no-headers': { type: 'boolean' },
  'all-nodes': { type: 'boolean', allowNo: true },
  message: { type: 'option', char: 'm' },
} as const

describe('a boolean flag with a value', () => {
  test.each([
    ['--watch=true', '--watch'],
    ['--watch=1 x', '--watch x'],
    ['-w=t', '--watch'],
    ['--no-headers=TRUE', '--no-headers'],
    ['--watch=false x', 'x'],
    ['x -w=F', 'x'],
    ['--all-nodes=false', '--no-all-nodes'],
    ['--all-nodes=true', '--all-nodes'],
  ])('%s is %s', (typed, meant) => {
    expect(rewriteBooleans(typed.split(' '), flags)).toEqual(meant.split(' '))
  })

  test('counts when it is the last one', () => {
    expect(rewriteBooleans(['--watch', '-w', '--watch=false'], flags)).toEqual([])
    expect(rewriteBooleans(['--watch=false', '-w'], flags)).toEqual(['-w'])
  })

  test.each(['', 'no', 'toString', 'true=false'])("is refused when the value is '%s'", (value) => {
    expect(() => rewriteBooleans([`--watch=${value}`], flags)).toThrow(
      expect.objectContaining({ code: 'usage', fact: expect.objectContaining({ reason: 'InvalidBoolean' }) }),
    )
  })
})

test.each([
  ['flags without a value', ['-w', '--watch', '--no-all-nodes', 'x']],
  ['flags with a value', ['--message=a=b', '-m=c', '-mfalse']],
  ['the value of a flag', ['--message', '--watch=false', '-m', '-w=no']],
  ['a flag without its value at the end', ['--message']],
  ['unknown flags', ['--nope=false', '-x=true', '--no-watch=false', '--=true']],
  ['what follows --', ['--', '--watch=false']],
  ['arguments', ['watch=false', '-', '=true']],
])('%s stay as typed', (_what, argv) => {
  expect(rewriteBooleans(argv, flags)).toEqual(argv)
})
