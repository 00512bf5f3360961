import { expect, test } from '@jest/globals'
import { startByFiles } from '../../../../src/lib/offline/effective/kubelet-start.ts'
import { header } from '../read/inputs.ts'

const registration = (value: string): string => `nodeRegistration: {kubeletExtraArgs: {v: ${value}}}`
const object = (kind: string, value?: string): string =>
  `apiVersion: kubeadm.k8s.io/v1beta3\nkind: ${kind}\n${value === undefined ? '' : `${registration(value)}\n`}`
const json = JSON.stringify({
  kind: 'InitConfiguration',
  apiVersion: 'kubeadm.k8s.io/v1beta3',
  nodeRegistration: { kubeletExtraArgs: { v: '2' } },
})
const configMap = `apiVersion: v1
kind: ConfigMap
metadata: {name: kubeadm-config}
data:
  ClusterConfiguration: |
    apiVersion: kubeadm.k8s.io/v1beta4
    kind: ClusterConfiguration
`
const unit = '[Service]\nExecStart=/usr/bin/kubelet --a=b $KUBELET_KUBEADM_ARGS\n'
const start = (...texts: string[]) =>
  startByFiles(texts.map((text, i) => ({ file: `${i}`, bytes: new TextEncoder().encode(text) })))

test.each([
  ['a part of a command line', [object('InitConfiguration', '"2"')], ['0 --v=2'], false],
  [
    'the same flags twice',
    [`${object('InitConfiguration', '"2"')}---\n${object('JoinConfiguration', '"2"')}`],
    ['0 --v=2'],
    false,
  ],
  [
    'flags for one of two',
    [`${object('InitConfiguration', '"2"')}---\n${object('JoinConfiguration')}`],
    ['0 --v=2'],
    false,
  ],
  ['what a unit wants', [unit, object('JoinConfiguration', '"2"')], ['0 --a=b', '1 --v=2'], true],
  ['quotes, as kubeadm does: in vain', [object('InitConfiguration', '"\\"a b\\" c"')], ['0 --v=a b', '0 c'], false],
  ['a backslash and a dollar', [object('InitConfiguration', "'a\\\\$b'")], ['0 --v=a\\$b'], false],
  [
    'the same flags in two files',
    [object('InitConfiguration', '"2"'), object('JoinConfiguration', '"2"')],
    ['1 --v=2'],
    false,
  ],
  ['flags in the first of two', [object('InitConfiguration', '"2"'), object('JoinConfiguration')], ['0 --v=2'], false],
  [
    'less than what is on the node',
    ['KUBELET_KUBEADM_ARGS=--v=3\n', object('InitConfiguration', '"2"')],
    ['0 --v=3'],
    false,
  ],
  ['JSON, with the kind first', [json], ['0 --v=2'], false],
  ['an environment file with a million empty lines', [`A=--v=2\n${'\n'.repeat(1e6)}`], ['0 --v=2'], false],
  ['one that speaks of kubeadm', ['# as in kubeadm.k8s.io/v1beta3\nA=--v=2\n'], ['0 --v=2'], false],
  [
    'a mapping in braces',
    [`---\n{kind: InitConfiguration, apiVersion: kubeadm.k8s.io/v1beta3, ${registration('"2"')}}`],
    ['0 --v=2'],
    false,
  ],
])('files for kubeadm give %s', async (_what, texts, words, whole) => {
  const { line } = await start(...texts)
  expect([line.words.map(({ text, from }) => `${from} ${text}`), line.whole, line.unset]).toEqual([words, whole, []])
})

test('each word has its place, and a variable in a unit keeps it', async () => {
  const { line } = await start(unit, object('InitConfiguration', '"2"'))
  expect(line.words.map(({ at }) => at)).toEqual([undefined, { line: 3, column: 39 }])
})

test.each([
  ['no flags', [`${object('InitConfiguration')}---\n${header}`], '0', []],
  ['flags', [`${object('InitConfiguration', '"2"')}---\n${header}`], '0', ['0']],
  [
    'flags in another file',
    [object('JoinConfiguration', '"2"'), `${object('InitConfiguration')}---\n${header}`],
    '1',
    ['0'],
  ],
  ['flags of a file that is not for kubeadm', ['A=--v=2\n', `${object('InitConfiguration')}---\n${header}`], '1', []],
])('a configuration beside %s', async (_what, texts, configuration, extraArgsIn) => {
  const found = await start(...texts)
  expect([found.configuration?.file, found.extraArgsIn]).toEqual([configuration, extraArgsIn])
})

const noFlags = { reason: 'NoKubeletFlags', files: ['0'] }
const nothing = { reason: 'NotKubeletCommandLine', files: ['0'] }
const file = (name: string, line?: number, column?: number) => ({
  kind: 'File',
  name,
  ...(line !== undefined && { line, column }),
})
const unreadable = (line: number, column: number, isJson = false) => ({
  reason: 'KubeadmFileNotReadable',
  subject: file('0'),
  findings: [expect.objectContaining({ line, column })],
  isJson,
})
const differ = (...places: [name: string, line: number, kind: string][]) => ({
  reason: 'FlagsDiffer',
  objects: places.map(([name, line, kind]) => ({ subject: file(name, line, 38), object: kind })),
})

test.each<[what: string, texts: string[], fact: object]>([
  [
    'a number',
    [object('InitConfiguration', '2')],
    {
      reason: 'KubeadmRefuses',
      subject: file('0'),
      problems: [{ reason: 'ArgNotString', flag: 'v', scalar: true, line: 3, column: 42 }],
    },
  ],
  ['what cannot be read', [`${object('InitConfiguration')}---\na: [\n`], unreadable(4, 4)],
  ['several documents in JSON', [`${json}\n---\n${json}\n`], unreadable(2, 1, true)],
  [
    'two kubelets',
    [`${object('InitConfiguration', '"2"')}---\n${object('JoinConfiguration', '"3"')}`],
    differ(['0', 3, 'InitConfiguration'], ['0', 7, 'JoinConfiguration']),
  ],
  [
    'two kubelets in two files',
    [object('InitConfiguration', '"2"'), object('JoinConfiguration', '"3"')],
    differ(['0', 3, 'InitConfiguration'], ['1', 3, 'JoinConfiguration']),
  ],
  ['an open quote', [object('InitConfiguration', "'\"a'")], { reason: 'OpenQuote', place: '0:3:39', character: 5 }],
  [
    'two configurations',
    [1, 2].map(() => `${object('InitConfiguration')}---\n${header}`),
    { reason: 'SeveralFilesWithConfiguration', files: ['0', '1'] },
  ],
  ['a file for kubeadm without flags', [object('ClusterConfiguration')], noFlags],
  ['no flags said', [object('InitConfiguration', 'null').replace('{v: null}', 'null')], noFlags],
  ['a ConfigMap that holds text for kubeadm', [configMap], nothing],
  ['such a ConfigMap after a marker', [`---\n${configMap}`], nothing],
  ['what cannot be read after a marker', [`---\n${object('InitConfiguration')}a: [\n`], unreadable(4, 4)],
  ['a text that mentions kubeadm', ['see kubeadm.k8s.io/v1beta4 for my kubelet'], nothing],
])('refuses %s, with the place', async (_what, texts, fact) => {
  await expect(start(...texts)).rejects.toMatchObject({ code: 'invalid', fact })
})
