import { expect, test } from '@jest/globals'
import { warningsTo } from '../../../../src/lib/cluster/http/warnings.ts'

/** Warnings as they are passed on, by a clock that stands at `clock.at`. */
function warnings() {
  const clock = { at: 0 }
  const texts: string[] = []
  const time = { now: () => clock.at, monotonic: () => clock.at, sleep: async () => {}, after: () => () => {} }
  return { clock, texts, warn: warningsTo((text) => texts.push(text), time) }
}

test('each text of a header is passed on', () => {
  const { texts, warn } = warnings()
  warn(['299 - "unknown field \\"x\\"", 299 - "old API", 299 - "old API"', '299 - "another line"'])
  expect(texts).toEqual(['unknown field "x"', 'old API', 'another line'])
})

test('the same text comes again after ten minutes, not sooner', () => {
  const { clock, texts, warn } = warnings()
  for (const minute of [0, 5, 9.9, 10.1, 15]) {
    clock.at = minute * 60_000
    warn(['299 - "old API"'])
  }
  expect(texts).toEqual(['old API', 'old API'])
})

test('a server with many texts is not silenced', () => {
  const { texts, warn } = warnings()
  for (let index = 0; index < 250; index++) warn([`299 - "text ${index}"`])
  expect(texts).toHaveLength(250)
  warn(['299 - "text 249"'])
  expect(texts).toHaveLength(250)
})
