import { describe, expect, test } from '@jest/globals'
import { type Change, diff } from '../../../../src/lib/kubelet/compare/diff.ts'
import { checkedJson, documentOf } from '../check/documents.ts'

const changes = async (before: string, after: string) => diff(await documentOf(before), await documentOf(after))

describe('changes', () => {
  test.each<[before: string, after: string, expected: Change[]]>([
    ['maxPods: 110\n', 'maxPods: 200\n', [{ path: 'maxPods', before: '110', after: '200' }]],
    ['', 'syncFrequency: 60s\n', [{ path: 'syncFrequency', after: '1m0s' }]],
    ['failSwapOn: off\n', '', [{ path: 'failSwapOn', before: 'false' }]],
    ['clusterDNS: [a]\n', 'clusterDNS: [a, b]\n', [{ path: 'clusterDNS', before: '["a"]', after: '["a","b"]' }]],
    [
      'evictionHard: {nodefs.available: 5%, memory.available: 100Mi}\n',
      'evictionHard: {memory.available: 200Mi, nodefs.available: 5%}\n',
      [{ path: 'evictionHard[memory.available]', before: '100Mi', after: '200Mi' }],
    ],
    ['', 'evictionHard: {}\n', [{ path: 'evictionHard', after: '{}' }]],
    ['', 'tracing: {}\n', [{ path: 'tracing', after: '{}' }]],
    ['', 'resolvConf: ""\n', [{ path: 'resolvConf', after: '""' }]],
    [
      'authentication: {webhook: {cacheTTL: 2m}}\n',
      'authentication: {webhook: {cacheTTL: 1m, enabled: true}}\n',
      [
        { path: 'authentication.webhook.cacheTTL', before: '2m0s', after: '1m0s' },
        { path: 'authentication.webhook.enabled', after: 'true' },
      ],
    ],
    [
      'reservedMemory: [{numaNode: 0, limits: {memory: 1Gi}}]\n',
      '',
      [{ path: 'reservedMemory', before: '[{"limits":{"memory":"1Gi"},"numaNode":0}]' }],
    ],
    ['', 'providerID: "a\\nb"\n', [{ path: 'providerID', after: '"a\\nb"' }]],
    ['', 'providerID: "\\x9bm\\u202ex"\n', [{ path: 'providerID', after: '"\\u009bm\\u202ex"' }]],
  ])('from %j to %j', async (before, after, expected) => {
    expect(await changes(before, after)).toEqual(expected)
  })

  test('come in the order of their paths', async () => {
    const paths = (await changes('', 'maxPods: 1\naddress: a\nfoo: 1\n')).map(({ path }) => path)
    expect(paths).toEqual(['address', 'foo', 'maxPods'])
  })

  test('without one document are all fields of the other', async () => {
    const document = await documentOf('maxPods: 5\n')
    expect(diff(undefined, document)).toEqual([{ path: 'maxPods', after: '5' }])
    expect(diff(document, undefined)).toEqual([{ path: 'maxPods', before: '5' }])
    expect(diff(undefined, undefined)).toEqual([])
  })
})

test.each([
  ['syncFrequency: 1m\n', 'syncFrequency: 60s\n'],
  ['maxPods: 0x10\n', 'maxPods: 16 # sixteen\n'],
  ['maxPods: 0\nlogging: {}\n', ''],
  ['reservedMemory: [{limits: {memory: 1Gi}}]\n', 'reservedMemory: [{numaNode: 0, limits: {memory: 1024Mi}}]\n'],
])('%j and %j mean the same', async (one, other) => {
  expect(await changes(one, other)).toEqual([])
})

test('YAML and JSON of the same meaning do not differ', async () => {
  const { document } = await checkedJson('"syncFrequency":"1m","failSwapOn":true')
  expect(diff(document, await documentOf('failSwapOn: yes\nsyncFrequency: 60s\n'))).toEqual([])
})

describe('secrets', () => {
  test.each([
    ['staticPodURLHeader: {Authorization: [Bearer old]}\n', 'staticPodURLHeader: {Authorization: [Bearer new]}\n'],
    ['staticPodUrlHeader: {Authorization: [Bearer old]}\n', 'staticPodUrlHeader: {Authorization: [Bearer new]}\n'],
  ])('a changed one is a change that shows neither value: %j', async (before, after) => {
    const [change, ...others] = await changes(before, after)
    expect(change).toMatchObject({ before: '<redacted>', after: '<redacted>' })
    expect(others).toEqual([])
  })

  test.each([
    ['staticPodURLHeadr: {Authorization: [hunter1]}\n', 'staticPodURLHeadr: {Authorization: [hunter2]}\n'],
    ['header:\nAuthorization: hunter1\n', 'header:\nAuthorization: hunter2\n'],
  ])('an unknown field shows where it changed, but no value: %j', async (before, after) => {
    const [change, ...others] = await changes(before, after)
    const unknown = '<not shown: unknown field>'
    expect(change).toEqual({ path: expect.stringContaining('Authorization'), before: unknown, after: unknown })
    expect(others).toEqual([])
  })

  test.each([
    [
      'registerWithTaints: [{key: a, staticPodURLHeader: {Authorization: [hunter2]}}]\n',
      '[{"key":"a","staticPodURLHeader":"<not shown: unknown field>"}]',
    ],
    ['reservedMemory: [{limits: {staticPodURLHeader: 4711}}]\n', '[{"limits":{"staticPodURLHeader":"<redacted>"}}]'],
    ['reservedMemory: [{numaNode: 0, other: hunter2}]\n', '[{"numaNode":0,"other":"<not shown: unknown field>"}]'],
    ['clusterDNS: ["http://user:hunter2@host"]\n', '["http://<redacted>@host"]'],
    ['staticPodURL: https://user:hunt@er2@host:80/a@b?c@d\n', 'https://<redacted>@host:80/a@b?c@d'],
    ['staticPodURL: "https://us er:hunter2@host"\n', 'https://<redacted>@host'],
    ['evictionHard: {staticPodURLHeader: hunter2}\n', '<redacted>'],
  ])('what else could hold one hides it alone: %j', async (body, after) => {
    expect(await changes('', body)).toEqual([expect.objectContaining({ after })])
  })

  test('a changed one inside a list is a change', async () => {
    const taints = (secret: string) => `registerWithTaints: [{key: a, staticPodURLHeadr: ${secret}}]\n`
    expect(await changes(taints('hunter1'), taints('hunter2'))).toHaveLength(1)
  })
})
