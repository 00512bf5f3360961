import { describe, expect, test } from '@jest/globals'
import { formatQuantity, parseQuantity, roundUp } from '../../../src/lib/quantity/quantity.ts'
import { seeded } from './seeded.ts'

const unit = 1_000_000_000n

describe('parsing', () => {
  test.each([
    ['0', 0n],
    ['1', unit],
    ['-1.5', -1_500_000_000n],
    ['+3', 3n * unit],
    ['007', 7n * unit],
    ['5.', 5n * unit],
    ['.5', unit / 2n],
    ['5.k', 5_000n * unit],
    ['100m', unit / 10n],
    ['1n', 1n],
    ['7u', 7_000n],
    ['1E', 10n ** 18n * unit],
    ['1E3', 1_000n * unit],
    ['1e-3', 1_000_000n],
    ['1e+03', 1_000n * unit],
    ['1Ki', 1_024n * unit],
    ['1.5Gi', 1_610_612_736n * unit],
    ['0.1Ki', 102_400_000_000n],
    ['1e30', 10n ** 39n],
  ])('%s is %d billionths', (text, nanos) => {
    expect(parseQuantity(text)?.nanos).toBe(nanos)
  })

  test.each(['.', '+', '-', '+.', 'e3', 'k', 'Ti', 'E', '-.m', '.e-9', '-0', '00.00'])(
    '%s is zero, as upstream reads it',
    (text) => {
      expect(parseQuantity(text)?.nanos).toBe(0n)
    },
  )

  test.each([
    ['0.1n', 1n],
    ['-0.1n', -1n],
    ['1.0000000001', 1_000_000_001n],
    ['1e-400', 1n],
    ['0e-400', 0n],
  ])('%s, finer than a billionth, is rounded away from zero', (text, nanos) => {
    expect(parseQuantity(text)?.nanos).toBe(nanos)
  })

  test.each(['8Ei', '9223372036854775808Ki', '1000000Pi'])('a binary suffix caps %s at 2^63-1', (text) => {
    expect(parseQuantity(text)?.nanos).toBe((2n ** 63n - 1n) * unit)
    expect(parseQuantity(`-${text}`)?.nanos).toBe(-(2n ** 63n - 1n) * unit)
  })

  test.each(
    [
      '',
      ' ',
      ' 1',
      '1 ',
      '1\n',
      '1 Gi',
      '1e',
      '1e+',
      '1K',
      '1g',
      '1Zi',
      '1mi',
      '1Gib',
      '1GB',
      '1,5',
      '1.2.3',
      '--1',
    ].concat(['NaN', 'Infinity', '0x10', '1_000', '١', '50%', '1m5', '.e-10', 'e-10', 'Pi', '.Ei']),
  )('%j is no quantity', (text) => {
    expect(parseQuantity(text)).toBeUndefined()
  })

  test.each(['1e10001', '1e-10001', '1e99999999999999999999', '9'.repeat(10_001)])(
    'what would take upstream for ever is refused (%#)',
    (text) => {
      expect(parseQuantity(text)).toBeUndefined()
    },
  )
})

describe('the canonical text', () => {
  test.each([
    ['20000000', '20M'],
    ['1024Mi', '1Gi'],
    ['1073741824', '1073741824'],
    ['1e9', '1e9'],
    ['1e-1', '100e-3'],
    ['1.5', '1500m'],
    ['1.5Gi', '1536Mi'],
    ['1.5Ki', '1536'],
    ['0.5Ki', '512'],
    ['0.1Ki', '102400m'],
    ['1023.9995Ki', '1048575488m'],
    ['1Ki', '1Ki'],
    ['1000', '1k'],
    ['1200', '1200'],
    ['1000m', '1'],
    ['-2000m', '-2'],
    ['0Gi', '0'],
    ['1000E', '1e21'],
    ['1.2345', '1234500u'],
    ['8Ei', '9223372036854775807'],
  ])('of %s is %s', (text, canonical) => {
    expect(formatQuantity(parseQuantity(text)!)).toBe(canonical)
  })

  test('is parsed to the same value and text', () => {
    const random = seeded(5620)
    const suffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'e4', 'E-2', 'e19']
    for (let round = 0; round < 3_000; round++) {
      const number = `${random(2) ? '-' : ''}${random(100_000)}${random(3) ? '' : `.${random(1_000)}`}`
      const quantity = parseQuantity(`${number}${suffixes[random(suffixes.length)]}`)!
      const canonical = formatQuantity(quantity)
      expect(parseQuantity(canonical)?.nanos).toBe(quantity.nanos)
      expect(formatQuantity(parseQuantity(canonical)!)).toBe(canonical)
    }
  })
})

test.each([
  ['1', 1_000n],
  ['0.0001', 1n],
  ['0.001', 1n],
  ['0', 0n],
  ['-0.0015', -2n],
])('%s rounded up to thousandths is %d', (text, thousandths) => {
  expect(roundUp(parseQuantity(text)!, 1_000_000n)).toBe(thousandths)
})
