import { expect, test } from '@jest/globals'
import { renewalInMs, timesOfToken, tokenSeconds } from '../../../../src/lib/agent/identity/token-times.ts'
import { tokenWith } from '../../../support/token.ts'

test('the times of a token are its claims', () => {
  expect(timesOfToken(`${tokenWith({ iat: 100, exp: 700, sub: 'é'.repeat(20) })}\n`)).toEqual({
    issuedAt: 100_000,
    expiresAt: 700_000,
  })
})

test.each([
  ['empty', ''],
  ['opaque', 'abcdef'],
  ['no claims', 'a.b.c'],
  ['claims that are not an object', `a.${btoa('1')}.c`],
  ['null', `a.${btoa('null')}.c`],
  ['without an end', tokenWith({ iat: 1 })],
  ['a text as end', tokenWith({ iat: 1, exp: '2' })],
  ['ended before it began', tokenWith({ iat: 2, exp: 1 })],
])('not a token that ends: %s', (_, token) => {
  expect(timesOfToken(token)).toBeUndefined()
})

const day = 24 * 60 * 60 * 1000
const month = { issuedAt: 0, expiresAt: tokenSeconds * 1000 }

test.each([
  ['a new one, after a day', month, 0, day],
  ['one of half a day', month, day / 2, day / 2],
  ['an old one, at once', month, 2 * day, 0],
  ['one that has ended, at once', month, 400 * day, 0],
  ['a short one, at half of its life', { issuedAt: 0, expiresAt: 3_600_000 }, 0, 1_800_000],
  ['one from the near future: clocks differ', month, -60_000, day],
  ['one from beyond that, at once', month, -60_001, 0],
  ['one from the far future, at once: a clock is wrong', month, -day, 0],
])('%s', (_, times, now, expected) => {
  expect(renewalInMs(times, now)).toBe(expected)
})
