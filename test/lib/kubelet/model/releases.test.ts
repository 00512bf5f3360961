import { describe, expect, test } from '@jest/globals'
import { newest, parseRelease, releaseOfKubelet, releases } from '../../../../src/lib/kubelet/model/releases.ts'

describe('a release as the user writes it', () => {
  test.each(['1.36', 'v1.36', 'v1.36.3', '1.36.3-rc.1+k3s1', 'v1.36.3+k3s1', 'v1.036.0'])('%s is 1.36', (text) => {
    expect(parseRelease(text)).toBe('1.36')
  })

  test.each(['1.27', '1.99', 'v2.36', '36', '1.36.', '1.36 ', '', 'newest', '1.36.x', '1.3'])(
    '%j is refused',
    (text) => {
      expect(() => parseRelease(text)).toThrow(expect.objectContaining({ code: 'usage' }))
    },
  )

  test.each(['1.32,1.36', '1.36,', '1.32-1.36', 'v1.32..1.36', 'all', 'cluster'])('%s is not one', (text) => {
    const fact = { reason: 'SeveralReleases', text, example: newest }
    expect(() => parseRelease(text)).toThrow(expect.objectContaining({ code: 'usage', fact }))
  })

  test('a refusal lists what is known', () => {
    const fact = { reason: 'ReleaseUnknown', text: '1.1', known: releases }
    expect(() => parseRelease('1.1')).toThrow(expect.objectContaining({ fact }))
  })
})

test.each([
  ['v1.33.4', { release: '1.33', newerThanKnown: false }],
  ['v1.37.0-beta.0', { release: '1.37', newerThanKnown: false }],
  ['v1.38.0', { release: '1.37', newerThanKnown: true }],
  ['v1.100.0', { release: '1.37', newerThanKnown: true }],
  ['v2.0.0', { release: '1.37', newerThanKnown: true }],
  ['v1.27.16', undefined],
  ['v0.40.0', undefined],
  ['unknown', undefined],
])('a kubelet of version %s is checked against %j', (version, expected) => {
  expect(releaseOfKubelet(version)).toEqual(expected)
})
