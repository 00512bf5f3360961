import { expect, test } from '@jest/globals'
import { seedOf } from '../cluster/part.ts'
import { budget, minutesOf, planOf, type Story } from './share.ts'
import { stories } from './stories.ts'

const story = (name: string, cases: number): Story => ({
  name,
  minutes: 6,
  command: ({ seed, of }) => ({ args: [name, String(of(cases)), String(seed)] }),
})

const two = [story('one', 300), story('other', 10)]

test.each([
  [
    true,
    7,
    [
      ['one', '300', '7'],
      ['other', '10', '7'],
    ],
  ],
  [
    false,
    7,
    [
      ['one', '100', '7'],
      ['other', '4', '7'],
    ],
  ],
  [
    false,
    8,
    [
      ['one', '100', '8'],
      ['other', '4', '8'],
    ],
  ],
])('a run takes all stories, whole (%s) or in part, with seed %s', (whole, seed, expected) => {
  expect(planOf(two, { whole, seed }).map(({ args }) => args)).toEqual(expected)
})

test('commits have seeds of their own', () => {
  expect(seedOf('00000ff1234')).toBe(255)
  expect(seedOf('8154508e99')).not.toBe(seedOf('ee26d17d99'))
})

test('a part of every story without a cluster fits into a run of all checks', () => {
  const alone = stories.filter(({ isOnCluster }) => !isOnCluster)
  expect(minutesOf(alone, { whole: false })).toBeLessThanOrEqual(budget)
  expect(minutesOf(two, { whole: false })).toBe(4)
  expect(minutesOf([{ ...two[0]!, parts: 6 }], { whole: false })).toBe(1)
})

test('a story can be divided into more parts', () => {
  expect(planOf([{ ...two[0]!, parts: 6 }], { whole: false, seed: 1 })[0]!.args).toEqual(['one', '50', '1'])
})

test('a part of a story is smaller than the whole, and its seed is given to it', () => {
  const [whole, part] = [true, false].map((whole) => planOf(stories, { whole, seed: 5 }))
  for (const [i, { name, args, env }] of (part ?? []).entries()) {
    expect({ name, args, env }).not.toEqual(whole?.[i])
    if (!['agent', 'reconciler', 'races', 'hundred'].includes(name))
      expect(JSON.stringify({ args, env })).toContain('"5"')
  }
})
