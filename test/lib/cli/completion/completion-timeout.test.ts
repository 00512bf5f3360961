import { afterEach, expect, test } from '@jest/globals'
import { completionTimeoutMs } from '../../../../src/lib/cli/completion/complete-line.ts'

afterEach(() => {
  delete process.env['NODESIZE_COMPLETION_TIMEOUT']
})

test.each([
  ['3s', 3_000],
  ['1h', 60_000],
  ['-1s', 1],
])('NODESIZE_COMPLETION_TIMEOUT=%s', (text, expected) => {
  process.env['NODESIZE_COMPLETION_TIMEOUT'] = text
  expect(completionTimeoutMs('nodesize')).toBe(expected)
})

test.each([[undefined], [''], ['soon']])('without a duration (%s), the answer comes within a second', (text) => {
  if (text !== undefined) process.env['NODESIZE_COMPLETION_TIMEOUT'] = text
  expect(completionTimeoutMs('nodesize')).toBeGreaterThanOrEqual(250)
  expect(completionTimeoutMs('nodesize')).toBeLessThanOrEqual(800)
})
