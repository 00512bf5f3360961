import { expect, test } from '@jest/globals'
import type { Checked } from '../../../../src/lib/kubelet/check/check.ts'
import { canonical } from '../../../../src/lib/kubelet/compare/canonical.ts'
import { checkedBody, checkedJson } from '../check/documents.ts'

const strictOf = ({ findings }: Checked): readonly string[] =>
  findings.filter(({ stage }) => stage === 'strict').map(({ rule, path }) => `${rule} ${path}`)

test.each([
  ['foo: {a: 1, a: 2}\n', ['STRICT-UNKNOWN foo', 'STRICT-DUPLICATE foo.a']],
  ['foo:\n- [{a: 1, a: 2}]\n', ['STRICT-UNKNOWN foo', 'STRICT-DUPLICATE foo[0][0].a']],
  ['logging: {format: a, format: b}\nlogging: {}\n', ['STRICT-DUPLICATE logging.format', 'STRICT-DUPLICATE logging']],
  ['featureGates: {A: true, A: false}\n', ['STRICT-DUPLICATE featureGates[A]']],
])('YAML has them wherever they stand: %j', async (body, expected) => {
  expect(strictOf(await checkedBody(body))).toEqual(expected)
})

test.each([
  ['1: V, "1": V', ['READ-AMBIGUOUS staticPodURLHeader[1]']],
  ['"1": V, 1: V, 1.0: V', ['READ-AMBIGUOUS staticPodURLHeader[1]', 'READ-AMBIGUOUS staticPodURLHeader[1]']],
  [
    'yes: V, "true": V, true: V',
    ['READ-AMBIGUOUS staticPodURLHeader[true]', 'STRICT-DUPLICATE staticPodURLHeader[true]'],
  ],
  ['1: V, 0x1: V', ['STRICT-DUPLICATE staticPodURLHeader[1]']],
  ['1: V, "2": V', []],
])('keys that are one only in JSON: chance decides between them: %j', async (entries, expected) => {
  const { findings } = await checkedBody(`staticPodURLHeader: {${entries.replaceAll('V', '[a]')}}\n`)
  expect(findings.map(({ rule, path }) => `${rule} ${path}`)).toEqual(expected)
})

test.each(['{1: 5, "1": [a]}', '{"1": [a], 1: 5}'])('each of them has to decode: %s', async (value) => {
  expect((await checkedBody(`staticPodURLHeader: ${value}\n`)).valid).toBe(false)
  expect((await checkedBody('staticPodURLHeader: {"1": 5, "1": [a]}\n')).valid).toBe(true)
})

test.each([
  ['"foo":1,"foo":2', ['STRICT-UNKNOWN foo', 'STRICT-UNKNOWN foo']],
  ['"foo":{"a":1,"a":2}', ['STRICT-UNKNOWN foo']],
  ['"maxPods":1,"maxPods":2', ['STRICT-DUPLICATE maxPods']],
  ['"featureGates":{"NodeSwap":true,"NodeSwap":true}', ['STRICT-DUPLICATE featureGates[NodeSwap]']],
])('JSON has them only of what the kubelet knows: %j', async (members, expected) => {
  expect(strictOf(await checkedJson(members))).toEqual(expected)
})

test('a field that only some releases know counts for these', async () => {
  const members = '"failCgroupV1":true,"failCgroupV1":false'
  expect(strictOf(await checkedJson(members, '1.28'))).not.toContain('STRICT-DUPLICATE failCgroupV1')
  expect(strictOf(await checkedJson(members, '1.36'))).toContain('STRICT-DUPLICATE failCgroupV1')
})

test.each([
  ['"clusterDNS":["a","b"],"clusterDNS":[null]', '{"clusterDNS":["a"]}'],
  ['"clusterDNS":["a"],"clusterDNS":["b",null]', '{"clusterDNS":["b",""]}'],
  ['"clusterDNS":["a"],"clusterDNS":null', '{}'],
  ['"clusterDNS":["a"],"clusterDNS":[]', '{"clusterDNS":[]}'],
  ['"featureGates":{"A":true},"featureGates":{"B":true}', '{"featureGates":{"A":true,"B":true}}'],
  ['"featureGates":{"A":true},"featureGates":null', '{}'],
  ['"registerNode":false,"registerNode":null', '{}'],
  ['"maxPods":5,"maxPods":null', '{"maxPods":5}'],
  ['"logging":{"format":"json"},"logging":{"verbosity":2}', '{"logging":{"format":"json","verbosity":2}}'],
  ['"logging":{"format":"json"},"logging":null', '{"logging":{"format":"json"}}'],
  [
    '"registerWithTaints":[{"key":"a","value":"b"}],"registerWithTaints":[{"key":"c"}]',
    '{"registerWithTaints":[{"key":"c","value":"b"}]}',
  ],
  // Go's slice still has what a shorter one has hidden.
  [
    '"registerWithTaints":[{"key":"a"},{"value":"b"}],"registerWithTaints":[{}],"registerWithTaints":[{},{"key":"c"}]',
    '{"registerWithTaints":[{"key":"a"},{"key":"c","value":"b"}]}',
  ],
  [
    '"registerWithTaints":[{"key":"a"}],"registerWithTaints":[],"registerWithTaints":[{"value":"b"}]',
    '{"registerWithTaints":[{"value":"b"}]}',
  ],
  [
    '"logging":{"options":{"json":{"infoBufferSize":"1k"}}},"logging":{"options":{"json":{"infoBufferSize":null}}}',
    '{}',
  ],
])('JSON decodes each into the one before, as Go does: %j', async (members, expected) => {
  const { document } = await checkedJson(members)
  expect(canonical(document!)).toBe(expected)
})
