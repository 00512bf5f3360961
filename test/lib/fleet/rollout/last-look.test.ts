import { beforeEach, expect, test } from '@jest/globals'
import { LastLook } from '../../../../src/lib/fleet/rollout/last-look.ts'

let now = 0
let last: LastLook<number, string>
beforeEach(() => {
  now = 1_000
  last = new LastLook({ monotonic: () => now })
})

test('before the first look, nothing is known', () => {
  expect(last.at(1)).toBeUndefined()
})

test('what was found counts until its time is up, and about nothing else', () => {
  last.keep({ about: 1, found: 'a', until: 31_000 })
  expect([last.at(1), last.at(2)]).toEqual(['a', undefined])
  now = 30_999
  expect(last.at(1)).toBe('a')
  now = 31_000
  expect(last.at(1)).toBeUndefined()
})

test('a newer look is in the place of an older one, and what is forgotten counts no more', () => {
  last.keep({ about: 1, found: 'a', until: 31_000 })
  last.keep({ about: 1, found: 'b', until: 2_000 })
  expect(last.at(1)).toBe('b')
  last.forget()
  expect(last.at(1)).toBeUndefined()
})
