import { describe, expect, test } from '@jest/globals'
import { formatDuration, parseDuration } from '../../../src/lib/quantity/duration.ts'

describe('parsing as Go does', () => {
  test.each([
    ['0', 0n],
    ['-0', 0n],
    ['1m', 60_000_000_000n],
    ['60s', 60_000_000_000n],
    ['1h1m1.5s', 3_661_500_000_000n],
    ['1s1h', 3_601_000_000_000n],
    ['1s1s', 2_000_000_000n],
    ['.5s', 500_000_000n],
    ['1.s', 1_000_000_000n],
    ['100\u00b5s', 100_000n],
    ['100\u03bcs', 100_000n],
    ['0.9ns', 0n],
    ['+5s', 5_000_000_000n],
    ['-9223372036854775808ns', -(2n ** 63n)],
    ['2562047h47m16.854775807s', 2n ** 63n - 1n],
  ])('%s is %d ns', (text, nanos) => {
    expect(parseDuration(text)).toBe(nanos)
  })

  test.each(['', '5', '1 s', '1s ', '.s', '1d', '1H', '1e3s', '--5s', '- 5s', 's', '1h-5m', '1_0s'])(
    '%j is none',
    (text) => {
      expect(parseDuration(text)).toBe('grammar')
    },
  )

  test('takes one pass, however long the text is', () => {
    expect(parseDuration('1'.repeat(1_000_000))).toBe('grammar')
  })

  test.each(['2562048h', '-9223372036854775809ns', '9223372036854775808ns'])('%s does not fit an int64', (text) => {
    expect(parseDuration(text)).toBe('range')
  })
})

test.each([
  [0n, '0s'],
  [1n, '1ns'],
  [1_500n, '1.5\u00b5s'],
  [250_000_000n, '250ms'],
  [1_500_000_000n, '1.5s'],
  [60_000_000_000n, '1m0s'],
  [3_600_000_000_000n, '1h0m0s'],
  [-5_000_000_000n, '-5s'],
  [-(2n ** 63n), '-2562047h47m16.854775808s'],
])('%d ns prints as %s, which parses back', (nanos, text) => {
  expect(formatDuration(nanos)).toBe(text)
  expect(parseDuration(text)).toBe(nanos)
})
