import { describe, expect, test } from '@jest/globals'
import { readParts } from '../../../../src/lib/yaml/read/read-parts.ts'

const configuration = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const cluster = 'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n'
const credentials = 'apiVersion: kubelet.config.k8s.io/v1\nkind: CredentialProviderConfig\n'
const configMap = 'apiVersion: v1\nkind: ConfigMap\ndata: {kubelet: "maxPods: 5"}\n'
const listOfObjects = (...items: object[]): string => `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items })}\n`
const configMapWith = (key: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', data: { [key]: 'maxPods: 5' } })
const listOf = (...keys: string[]): string => listOfObjects(...keys.map(configMapWith))
const item = { apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration', maxPods: -3 }
const broken = 'a: [\n'
/** A ConfigMap with these texts under its keys. */
const texts = (data: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', data })
const stream = (...documents: string[]): string => documents.map((document) => `---\n${document}`).join('')
const read = (text: string) => readParts(new TextEncoder().encode(text))

/** Which documents count, and what reading them found. */
async function shapeOf(text: string): Promise<string> {
  const { parts, relevant } = await read(text)
  const words = parts.map(({ document, reading }) => [document, ...reading.findings.map(({ rule }) => rule)].join(' '))
  return `${relevant ? '' : 'irrelevant '}${words.join(', ')}`
}

describe('a file that a kubelet could be given is read as the kubelet reads it', () => {
  test.each([
    ['one document', configuration, '0'],
    ['two', stream(configuration, configuration), '0 READ-DOCUMENTS'],
    ['one, and text', stream(configuration, 'maxPods: 5\n'), '0 READ-DOCUMENTS'],
    ['one, and what is no YAML', stream(configuration, broken), '0 READ-DOCUMENTS'],
    ['one, and nothing', stream(configuration, '# nothing\n'), '0'],
    ['nothing, and one', stream('', configuration), '0 READ-EMPTY'],
    ['what is no YAML', broken, '0 READ-SYNTAX'],
    ['one of an API that is none', configuration.replace('v1beta1', 'v1'), '0'],
    ['the wrong kind', configuration.replace('Configuration', 'Config'), '0'],
  ])('%s', async (_what, text, expected) => {
    expect(await shapeOf(text)).toBe(expected)
  })
})

describe('a file for somebody else is taken apart', () => {
  test.each([
    ['for kubeadm', stream(cluster, configuration), '1'],
    ['for kubeadm, in another order', stream(configuration, cluster), '0'],
    ['several of each', stream(configuration, cluster, configuration), '0, 2'],
    ['with empty documents', stream('', cluster, '# nothing\n', configuration), '3'],
    ['with one that cannot be read', stream(cluster, configuration, broken, configuration), '1, 2 READ-SYNTAX, 3'],
    ['with nothing else than that', stream(cluster, broken), '1 READ-SYNTAX'],
    ['with an alias to another document', stream(`a: &a 1\n${cluster}`, `${configuration}x: *a\n`), '1 READ-ALIAS'],
    ['with another directive', `${stream(cluster)}...\n%YAML 1.2\n---\n${configuration}`, '1 READ-SYNTAX'],
    [
      'whose first document is broken (R8)',
      stream(`${cluster}apiServer: {certSANs: [${'$'}{ip}]}\n`, configuration),
      '1',
    ],
    ['with a broken one between', stream(configuration, `${cluster}x: [${'$'}{a}]\n`, configuration), '0, 2'],
    ['with a broken one that nobody owns', stream(cluster, 'x: [{a}]]\n', configuration), '1 READ-SYNTAX, 2'],
    ['with two broken ones', stream(`${cluster}x: [${'$'}{a}]\n`, `${cluster}y: "\n`, configuration), '2'],
    ['a ConfigMap', configMap, '0'],
    ['ConfigMaps', stream(configMap, configMap), '0, 1'],
    ['a ConfigMap that holds several documents', `${configMap.slice(0, -3)}\\n---\\nx"}`, '0 READ-DOCUMENTS'],
    ['a ConfigMap with another key', texts({ a: 'b', 'kubelet.yaml': configuration }), '0'],
    ['with JSON under another key', texts({ 'kubelet.json': JSON.stringify(item, null, 2) }), '0'],
    ['with a configuration that is broken', texts({ a: `${configuration}x: [` }), '0 READ-SYNTAX'],
    ['with two of them', texts({ a: configuration, b: '', kubelet: 'x: [', c: configuration }), '0, 1 READ-SYNTAX, 2'],
    ['a List of ConfigMaps, by its items', listOf('other', 'kubelet', 'kubelet'), '1, 2'],
    ['a List among others', stream(cluster, listOf('other', 'kubelet'), configuration), '2, 3'],
    ['a List without one for us', stream(listOf('other', 'another'), configuration), '1'],
    ['a List with a configuration in it', listOfObjects(configMapWith('kubelet'), item), '0, 1 DECODE-KIND'],
    ['a List of others with one', listOfObjects({ apiVersion: 'v1', kind: 'Pod' }, item), '1 DECODE-KIND'],
    ['a List of nothing else', listOfObjects(item), '0 DECODE-KIND'],
    ['with another kind of the same group', stream(credentials, configuration), '1'],
  ])('%s', async (_what, text, expected) => {
    expect(await shapeOf(text)).toBe(expected)
  })
})

test.each([
  ['other objects', stream(cluster, credentials), 'irrelevant 0 READ-DOCUMENTS'],
  ['a ConfigMap with other keys', configMap.replace('kubelet', 'other'), 'irrelevant 0'],
  ['a ConfigMap with a script', texts({ a: `#!/bin/sh\ncat <<E\n${configuration}E\n` }), 'irrelevant 0'],
  ['a ConfigMap with a file for kubeadm', texts({ a: stream(cluster, configuration) }), 'irrelevant 0'],
  ['a ConfigMap that mentions one', texts({ a: '# KubeletConfiguration', b: 5, c: [] }), 'irrelevant 0'],
  ['JSON without a header', '{"maxPods": 5}', 'irrelevant 0'],
  ['a List of other ConfigMaps', listOf('other'), 'irrelevant 0'],
  ['an empty List', listOf(), 'irrelevant 0'],
  ['a list', '- a\n', 'irrelevant 0'],
  ['nothing', '', 'irrelevant 0 READ-EMPTY'],
])('%s are nothing for a kubelet', async (_what, text, expected) => {
  expect(await shapeOf(text)).toBe(expected)
})

describe('a ConfigMap whose key has no text', () => {
  test.each([
    ['{maxPods: 5}', 'DECODE-TYPE', 'expected a string, found a mapping'],
    ['5', 'DECODE-TYPE', 'expected a string, found an integer'],
    ['""', 'READ-EMPTY', 'document is empty'],
  ])('%s', async (value, rule, message) => {
    const { parts } = await read(`apiVersion: v1\nkind: ConfigMap\ndata:\n  kubelet: ${value}\n`)
    expect(parts[0]?.reading.findings).toEqual([expect.objectContaining({ rule, message, fatal: true, line: 4 })])
  })
  test('but bytes', async () => {
    const { parts } = await read('apiVersion: v1\nkind: ConfigMap\nbinaryData:\n  kubelet: YQ==\n')
    expect(parts[0]?.reading.findings).toEqual([
      expect.objectContaining({
        ...{ rule: 'DECODE-TYPE', path: 'binaryData.kubelet', line: 4, column: 12, fatal: true },
        message: 'a kubelet configuration is read only from data',
      }),
    ])
  })
})
