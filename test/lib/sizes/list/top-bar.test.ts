import { expect, test } from '@jest/globals'
import { amountsOf } from '../../../../src/lib/pods/amounts.ts'
import { ascii, barOf, blocks, legendOf } from '../../../../src/lib/sizes/list/top-bar.ts'

const cpu = (text: string) => amountsOf({ cpu: text })

/** Of 10 cores: size, requests, usage. */
const bar = (size: string, requested: string, used: string | undefined, glyphs = blocks, isClosed = false) =>
  barOf(
    {
      ...{ allocatable: cpu('10'), size: cpu(size), requested: cpu(requested) },
      ...{ balloon: cpu('0'), free: cpu('0'), used: used === undefined ? undefined : cpu(used), isClosed },
    },
    'cpu',
    { glyphs, width: 10 },
  )

test.each<[string, string, string, string | undefined, string]>([
  ['more requested than used', '8', '5', '3', '███▀▀░░░··'],
  ['more used than requested', '8', '3', '5', '███▄▄░░░··'],
  ['usage that is not known', '8', '5', undefined, '█████░░░··'],
  ['nothing requested', '8', '0', '0', '░░░░░░░░··'],
  ['a little', '8', '1m', '2m', '█░░░░░░░··'],
  ['nearly no balloon', '9999m', '10', '1', '█▀▀▀▀▀▀▀▀▀'],
  ['requests above the size', '4', '6', '2', '██▀▀▀▀····'],
  ['usage above allocatable', '8', '2', '12', '██▄▄▄▄▄▄▄▄'],
  ['no size', '0', '0', '0', '··········'],
])('%s', (_, size, requested, used, drawn) => {
  expect(bar(size, requested, used)).toBe(drawn)
})

test('in ASCII', () => {
  expect(bar('8', '5', '3', ascii)).toBe('###==...~~')
  expect(bar('8', '3', '5', ascii)).toBe('###__...~~')
  expect(legendOf(ascii, false)).toBe('# requested and used   = requested   _ used   . free   ~ balloon')
})

test('what is free of a node that is cordoned is told apart', () => {
  expect(bar('8', '5', '3', blocks, true)).toBe('███▀▀╌╌╌··')
  expect(bar('8', '5', '3', ascii, true)).toBe('###==---~~')
  expect(legendOf(ascii, true)).toContain('. free   - cordoned   ~ balloon')
})

test('a node without allocatable has an empty bar', () => {
  const nothing = cpu('0')
  const sums = {
    allocatable: nothing,
    size: nothing,
    requested: nothing,
    balloon: nothing,
    free: nothing,
    used: undefined,
    isClosed: false,
  }
  expect(barOf(sums, 'cpu', { glyphs: ascii, width: 4 })).toBe('~~~~')
})
