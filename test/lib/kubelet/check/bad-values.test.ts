import { expect, test } from '@jest/globals'
import { checkedBody, checkedJson } from './documents.ts'

const rulesOf = ({ findings }: { findings: readonly { rule: string; path: string }[] }): string =>
  findings.map(({ rule, path }) => `${rule} ${path}`).join(', ')

test.each([
  ['an int64 as large as it gets', 'podPidsLimit: 9223372036854775807\n', ''],
  ['one more', 'podPidsLimit: 9223372036854775808\n', 'DECODE-RANGE podPidsLimit'],
  ['a fraction of nothing', 'maxPods: 5.0\n', ''],
  ['a fraction', 'maxPods: 5.5\n', 'DECODE-TYPE maxPods'],
  ['an exponent', 'maxPods: 1e2\n', ''],
  ['an exponent in a quantity', 'logging: {options: {json: {infoBufferSize: 0e3}}}\n', ''],
  [
    'more blanks in a quantity than anyone needs',
    `logging: {options: {json: {infoBufferSize: "0${' '.repeat(500_000)}x"}}}\n`,
    'DECODE-FORMAT logging.options.json.infoBufferSize',
  ],
  ['octal digits', 'maxPods: 010\n', ''],
  ['minutes and seconds as YAML 1.1 counts them', 'maxPods: 1:30\n', 'DECODE-TYPE maxPods'],
  ['a word for true where text is wanted', 'staticPodPath: yes\n', 'DECODE-TYPE staticPodPath'],
  ['text that was binary', 'clusterDomain: !!binary Y2x1c3Rlcg==\n', ''],
  ['an anchor and an alias', 'evictionSoft: &a {}\nevictionSoftGracePeriod: *a\n', ''],
  ['a number without a unit', 'syncFrequency: "1h1"\n', 'DECODE-FORMAT syncFrequency'],
  ['an exponent in a duration', 'syncFrequency: 1e3s\n', 'DECODE-FORMAT syncFrequency'],
  ['a duration that starts with its fraction', 'syncFrequency: .5s\n', ''],
  ['less than no time', 'syncFrequency: -0s\n', ''],
  ['two keys that differ in case', 'maxPods: 5\nMaxPods: 6\n', 'STRICT-CASE MaxPods'],
  ['a letter that only looks like one', 'm\u0430xPods: 5\n', 'STRICT-UNKNOWN "m\u0430xPods"'],
  ['a character without width in a key', 'max\u200bPods: 5\n', 'STRICT-UNKNOWN "max\\u200bPods"'],
  ['the character of number zero', 'clusterDomain: "a\\0b"\n', ''],
])('%s', async (_what, body, expected) => {
  expect(rulesOf(await checkedBody(body))).toBe(expected)
})

test.each([
  ['1.0 for an integer', '"maxPods": 1.0', 'DECODE-TYPE maxPods'],
  ['an exponent', '"maxPods": 1e2', 'DECODE-TYPE maxPods'],
  ['an integer beyond 2^53', '"podPidsLimit": 9007199254740993', ''],
  ['an integer beyond 2^63', '"podPidsLimit": 9223372036854775808', 'DECODE-RANGE podPidsLimit'],
  ['a number beyond any float', '"memoryThrottlingFactor": 1e309', 'DECODE-RANGE memoryThrottlingFactor'],
  ['zero with a sign for what has none', '"logging": {"verbosity": -0}', 'DECODE-RANGE logging.verbosity'],
  ['the character of number zero', '"clusterDomain": "a\\u0000b"', ''],
  ['one key, spelled twice', '"maxPods": 5, "maxP\\u006fds": 6', 'STRICT-DUPLICATE maxPods'],
])('in JSON: %s', async (_what, members, expected) => {
  expect(rulesOf(await checkedJson(members))).toBe(expected)
})
