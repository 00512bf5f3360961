import { expect, test } from '@jest/globals'
import { mergeReleases, parseReleases } from '../../../../src/lib/cli/flags/release-flags.ts'
import { describeReleases, type Release, releases } from '../../../../src/lib/kubelet/model/releases.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'

const saidOf = (parse: () => unknown): string => {
  try {
    parse()
  } catch (error) {
    if (error instanceof Failure && error.code === 'usage') return messageOf(error.fact)
  }
  throw new Error('nothing was refused')
}

test.each<[string, readonly Release[], boolean]>([
  ['1.36', ['1.36'], false],
  ['v1.34.2', ['1.34'], false],
  ['1.34.0-rc.1', ['1.34'], false],
  ['1.36,1.34', ['1.34', '1.36'], false],
  ['1.36, 1.34', ['1.34', '1.36'], false],
  ['1.34,v1.34.2,1.34', ['1.34'], false],
  ['all', releases, false],
  ['1.30,all', releases, false],
  ['cluster', [], true],
  ['cluster,1.37', ['1.37'], true],
  ['1.34-1.36', ['1.34', '1.35', '1.36'], false],
  ['1.34..v1.35,1.28,cluster', ['1.28', '1.34', '1.35'], true],
  ['1.34-1.34', ['1.34'], false],
])('%s', (text, expected, cluster) => {
  expect(parseReleases(text)).toEqual({ releases: expected, cluster })
})

test.each([
  ['1.27', "unknown kubelet release '1.27'"],
  ['1.99', "unknown kubelet release '1.99'"],
  ['1.34,1.99', "unknown kubelet release '1.99'"],
  ['nonsense', "unknown kubelet release 'nonsense'"],
  ['1', "unknown kubelet release '1'"],
  ['ALL', "unknown kubelet release 'ALL'"],
  ['', "unknown kubelet release ''"],
  ['1.34,', "'1.34,' has an empty element"],
  ['1.36-1.34', "'1.36-1.34' ends before it starts"],
  ['1.34-1.99', "unknown kubelet release '1.99'"],
  [',', "',' has an empty element"],
])('%j is refused', (text, message) => {
  expect(saidOf(() => parseReleases(text))).toBe(message)
})

test('a flag that is repeated asks for all that it names', () => {
  expect(mergeReleases(['1.36', 'cluster', '1.34,1.36'].map(parseReleases))).toEqual({
    releases: ['1.34', '1.36'],
    cluster: true,
  })
  expect(mergeReleases()).toBeUndefined()
})

test.each<[readonly Release[], string]>([
  [['1.36'], '1.36'],
  [['1.35', '1.36'], '1.35, 1.36'],
  [['1.34', '1.35', '1.36'], '1.34 to 1.36'],
  [['1.28', '1.30', '1.31', '1.32', '1.37'], '1.28, 1.30 to 1.32, 1.37'],
  [releases, '1.28 to 1.37'],
])('%j for people', (some, expected) => {
  expect(describeReleases(some)).toBe(expected)
})
