import { expect, test } from '@jest/globals'
import { remembered } from '../../../src/lib/quantity/remembered.ts'

test('a text is asked about once, and as often as it is long or failed', () => {
  const asked: string[] = []
  const of = remembered((text: string) => {
    asked.push(text)
    return BigInt(text)
  })
  const long = '1'.repeat(25)
  for (const text of ['5', '5', long, long]) expect(of(text)).toBe(BigInt(text))
  for (let tries = 0; tries < 2; tries++) expect(() => of('x')).toThrow(SyntaxError)
  expect(asked).toEqual(['5', long, long, 'x', 'x'])
})

test('more texts than are kept are what they are', () => {
  const of = remembered((text: string) => BigInt(text))
  for (let round = 0; round < 2; round++) for (let i = 0; i < 2_500; i++) expect(of(String(i))).toBe(BigInt(i))
})
