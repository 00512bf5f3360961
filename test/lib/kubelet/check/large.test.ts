import { expect, test } from '@jest/globals'
import { checkedJson } from './documents.ts'

/** A second if the time grows with the document, half a minute if it grows with its square. */
const patienceMs = 10_000

test.each([
  ['map', 'evictionHard', (i: number) => `{"a${i}":"1"}`],
  ['struct', 'authentication', (i: number) => `{"a${i}":"1"}`],
])(
  'a %s that is given again and again',
  async (_type, name, value) => {
    const members = Array.from({ length: 10_000 }, (_, i) => `"${name}":${value(i)}`)
    const { findings } = await checkedJson(members.join(), '1.36')
    expect(findings.filter(({ rule }) => rule === 'STRICT-DUPLICATE').length).toBe(9_999)
  },
  patienceMs,
)
