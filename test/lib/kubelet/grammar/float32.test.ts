import { describe, expect, test } from '@jest/globals'
import { parseFloat32 } from '../../../../src/lib/kubelet/grammar/float32.ts'

/** Both as Go 1.26's strconv.ParseFloat answered. */
describe('a float32 as Go reads it', () => {
  test.each<[text: string, value: number]>([
    ['10', 10],
    ['+1_000.5', 1000.5],
    ['0_1', 1],
    ['1.', 1],
    ['.5', 0.5],
    ['1e1_0', 1e10],
    ['100.00001', 100.00000762939453],
    ['100.0000001', 100],
    ['-1e-60', -0],
    ['0x1p-2', 0.25],
    ['0x_1.8p+1', 3],
    ['0X.8P1', 1],
    ['0x1p1_0', 1024],
    [`0x.${'0'.repeat(600)}1p2404`, 1],
    [`0x1${'0'.repeat(600)}p-2400`, 1],
    ['inf', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['NaN', Number.NaN],
  ])('%s is %d', (text, value) => {
    expect(parseFloat32(text)).toBe(value)
  })

  test.each([
    '',
    '.',
    '+',
    ' 1',
    '1 ',
    '1e',
    '1e_1',
    '_1',
    '1_',
    '1__0',
    '1_.5',
    '0x1',
    '0xp1',
    '0x1_p1',
    '+nan',
    'infi',
  ])('%j is none', (text) => {
    expect(parseFloat32(text)).toBeUndefined()
  })

  test.each(['1e39', '-1e400', '0x1p128'])('%s is too large', (text) => {
    expect(parseFloat32(text)).toBeUndefined()
  })
})
