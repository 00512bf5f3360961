import { expect, test } from '@jest/globals'
import { checked, checkedJson, header } from './documents.ts'

/** A second if the time grows with the document, half a minute if it grows with its square. */
const completionTimeoutMs = 10_000

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
  completionTimeoutMs,
)

const many = 20_000
const weak = '- TLS_RSA_WITH_RC4_128_SHA'
const comment = '# kubeletcfg:ignore H21 old clients'

test.each<[what: string, text: string, counted: string, count: number]>([
  ['warnings that are ignored', `tlsCipherSuites:\n${`${weak} ${comment}\n`.repeat(many)}`, 'ignored', many],
  ['comments above each other', `tlsCipherSuites:\n${`${comment}\n`.repeat(many)}${weak}\n`, 'ignored', 1],
  ['comments that match nothing', `maxPods: 110\n${`${comment}\n`.repeat(many)}`, 'IGNORE-UNUSED', many],
  [
    'warnings beside errors',
    `tlsCipherSuites:\n${`${weak}\n`.repeat(many)}allowedUnsafeSysctls:\n${'- a.*\n'.repeat(many)}`,
    'H21',
    many,
  ],
])(
  'many %s',
  async (_what, text, counted, count) => {
    const { findings, ignored } = await checked(header + text)
    const found = counted === 'ignored' ? ignored : findings.filter(({ rule }) => rule === counted)
    expect(found.length).toBe(count)
  },
  completionTimeoutMs,
)
