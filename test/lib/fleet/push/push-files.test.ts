import { describe, expect, test } from '@jest/globals'
import { configMapName } from '../../../../src/lib/documents/target.ts'
import { type AssignedFiles, assignFiles, type PushFile } from '../../../../src/lib/fleet/push/push-files.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import { bytesOf, folderOf, header } from './pushes.ts'

const assign = (texts: Readonly<Record<string, string>>, skipValidation = false) =>
  assignFiles({ files: folderOf(texts), skipValidation }, 'kube-system')
const alone = (text: string) => {
  const file: PushFile = { file: 'kubelet.yaml', bytes: bytesOf(text), targets: 'by-contents', named: true }
  return assignFiles({ files: [file], skipValidation: false }, 'kube-system')
}

/** By document, its file and its ConfigMaps; then the problems. */
const summaryOf = ({ documents, problems }: AssignedFiles) => [
  ...documents.map(({ at, targets }) => `${at.name}: ${targets.map(configMapName).join()}`),
  ...problems.map(({ fact }) => fact.reason),
]
const wordsOf = ({ problems }: AssignedFiles) => problems.map(({ fact }) => messageOf(fact))

const configMap = (name: string, { key = 'kubelet', namespace = '' } = {}) =>
  `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}${namespace && `\n  namespace: ${namespace}`}
data:
  ${key}: |
    ${header.replaceAll('\n', '\n    ').trim()}
    maxPods: 50
`
const [globalMap, nodeMap] = ['global-kubelet-configuration', 'node-a-kubelet-configuration']
const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n'

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  [
    'configurations are for the target of their file name',
    { 'global.yaml': header, 'nodes/node-a.yml': header, 'node-b-kubelet-configuration.json': header },
    [
      `global.yaml: ${globalMap}`,
      `nodes/node-a.yml: ${nodeMap}`,
      'node-b-kubelet-configuration.json: node-b-kubelet-configuration',
    ],
  ],
  [
    'ConfigMaps name their target, whatever the name of the file',
    { 'everything.yaml': `${configMap(globalMap)}---\n${configMap(nodeMap, { namespace: 'kube-system' })}` },
    [`everything.yaml: ${globalMap}`, `everything.yaml: ${nodeMap}`],
  ],
  [
    'a List of ConfigMaps, as kubectl prints it',
    { 'a.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${configMap(globalMap).trim().replaceAll('\n', '\n  ')}\n` },
    [`a.yaml: ${globalMap}`],
  ],
  ['other objects are skipped', { 'web.yaml': deployment, 'global.yaml': header }, [`global.yaml: ${globalMap}`]],
  [
    'a file for kubeadm is for the target of its name',
    { 'node-a.yaml': `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n---\n${header}` },
    [`node-a.yaml: ${nodeMap}`],
  ],
  [
    'a broken file might be a document',
    { 'global.yaml': header, 'x.yaml': 'a: [\n' },
    [`global.yaml: ${globalMap}`, 'FileAmbiguous'],
  ],
  ['a broken document is refused', { 'node-a.yaml': `${header}a: [\n` }, ['PushRefused']],
  ['a document without its header, too', { 'node-a.yaml': 'maxPods: 5\n' }, ['FileAmbiguous']],
  [
    'the same target twice',
    { 'global.yaml': header, 'x.yaml': configMap(globalMap) },
    [`global.yaml: ${globalMap}`, `x.yaml: ${globalMap}`, 'DuplicateTarget'],
  ],
  ['a name that no node has', { 'Node_A.yaml': header }, ['FileNameWithoutTarget']],
  ['the ConfigMap of kubeadm', { 'a.yaml': configMap('kubelet-config') }, ['ConfigMapWithoutTarget']],
  [
    'a ConfigMap in another namespace',
    { 'a.yaml': configMap(globalMap, { namespace: 'ops' }) },
    ['ConfigMapInOtherNamespace'],
  ],
  ['a ConfigMap with another key', { 'a.yaml': configMap(globalMap, { key: 'config.yaml' }) }, ['ConfigMapWithoutKey']],
  ['several configurations in a file', { 'global.yaml': `${header}---\n${header}` }, ['SeveralConfigurationsInFile']],
  [
    'all problems of a file',
    { 'a.yaml': [configMap('x'), configMap('y'), configMap(globalMap)].join('---\n') },
    [`a.yaml: ${globalMap}`, 'ConfigMapWithoutTarget', 'ConfigMapWithoutTarget'],
  ],
  ['nothing', { 'web.yaml': deployment }, []],
])('%s', async (_what, texts, expected) => {
  expect(summaryOf(await assign(texts))).toEqual(expected)
})

test('a broken document is kept byte for byte when validation is skipped', async () => {
  const broken = `${header}a: [\n`
  expect(await assign({ 'node-a.yaml': broken }, true)).toMatchObject({ documents: [{ body: broken }], problems: [] })
})

test('flags beside a document with which no kubelet starts are told, and that they are not pushed', async () => {
  const join = (value: string) =>
    `apiVersion: kubeadm.k8s.io/v1beta4\nkind: JoinConfiguration\nnodeRegistration:\n  kubeletExtraArgs:\n  - {name: max-pods, value: "${value}"}\n---\n${header}`
  const { documents, warnings } = await assign({ 'node-a.yaml': join('many') })
  expect(documents).toHaveLength(1)
  expect(warnings.map(({ reason }) => reason)).toEqual(['InvalidFlagValue', 'FlagsNotPushed'])
  expect((await assign({ 'node-a.yaml': join('50') })).warnings).toEqual([])
})

describe('one file', () => {
  test('that is a ConfigMap names its target', async () => {
    expect(summaryOf(await alone(configMap(nodeMap)))).toEqual([`kubelet.yaml: ${nodeMap}`])
  })
  test.each([
    ['a configuration', header],
    ['nothing', ''],
  ])('with %s may have any name, and needs a flag', async (_what, text) => {
    expect((await alone(text)).problems).toMatchObject([{ code: 'usage', fact: { reason: 'NoTarget' } }])
  })
})

test('what is skipped is counted in a note', async () => {
  const { notes } = await assign({ 'a.yaml': deployment, 'b.yaml': deployment, 'global.yaml': header })
  expect(notes).toEqual([{ reason: 'FilesPassedOver', count: 2 }])
})

test('problems are in the order of the files, and name the file and the position', async () => {
  const problems = await assign({
    'global.yaml': header,
    'a.yaml': configMap(globalMap),
    'b.yaml': configMap('kubelet-config'),
    'c.yaml': configMap(nodeMap, { namespace: 'ops' }),
    'd.yaml': configMap(nodeMap, { key: 'config.yaml' }),
    'Node_A.yaml': header,
    'x.yaml': 'maxPods: 5\n',
  })
  expect(wordsOf(problems)).toEqual([
    'b.yaml:6:12: cannot determine the target of configmap/kubelet-config',
    'c.yaml:7:12: configmap/node-a-kubelet-configuration is in namespace ops, but documents are stored in namespace kube-system',
    "d.yaml:6:16: configmap/node-a-kubelet-configuration has its document under a key other than 'kubelet'",
    "Node_A.yaml: cannot determine the target from the file name: 'Node_A' is not a valid node name",
    'x.yaml: has no apiVersion and kind, but maxPods is a field of a KubeletConfiguration',
    'several documents for configmap/global-kubelet-configuration: global.yaml, a.yaml:6:12',
  ])
})
