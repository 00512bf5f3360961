import { expect, test } from '@jest/globals'
import { duration, requestTimeout } from '../../../../src/lib/cli/flags/flags.ts'

const parse = (flag: typeof duration, text: string) => flag().parse(text, {} as never, {} as never)

test.each([
  ['30s', 30_000],
  ['1m30s', 90_000],
  ['5', 5_000],
])('--timeout=%s, as kubectl has it, is %d ms', async (text, ms) => {
  expect(await parse(duration, text)).toBe(ms)
})

test.each([
  ['30s', 30_000],
  ['1m30s', 90_000],
  ['5', 5_000],
  ['0', Number.POSITIVE_INFINITY],
  ['0s', Number.POSITIVE_INFINITY],
])('--request-timeout=%s, as kubectl has it, is %d ms', async (text, ms) => {
  expect(await parse(requestTimeout, text)).toBe(ms)
})
