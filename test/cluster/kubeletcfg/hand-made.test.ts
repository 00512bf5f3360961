import { expect, test } from '@jest/globals'
import { runProcess } from '../../support/run-process.ts'
import { kubeletcfg } from '../commands.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { configuration, createConfigMap, leaveNoDocuments, nodeAName, patchConfigMap, push } from './documents.ts'

leaveNoDocuments()

const fields = ['configmap', nodeAName, '--namespace=kube-system']
const edited = configuration('maxPods: 60')

const edits: [string, () => Promise<unknown>][] = [
  ['patch', () => patchConfigMap(nodeAName, { data: { kubelet: edited } })],
  [
    'edit',
    () =>
      runProcess('kubectl', ['edit', ...fields], {
        env: { ...process.env, KUBE_EDITOR: `sed -i 's/maxPods: 50/maxPods: 60/'` },
      }),
  ],
  [
    'apply',
    () =>
      applyObjects([
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: nodeAName, namespace: 'kube-system' },
          data: { kubelet: edited },
        },
      ]),
  ],
]

async function listed(): Promise<Record<string, unknown>> {
  const { items } = JSON.parse((await kubeletcfg(['list', '--output=json'])).stdout)
  return items.find(({ name }: { name: string }) => name === nodeAName)
}

test.each(edits)('what kubectl %s changes is listed as edited by hand, and still is the document', async (_, edit) => {
  await push(configuration('maxPods: 50'), ['--node=node-a'])
  expect(await listed()).toMatchObject({ editedByHand: false })
  await edit()

  expect((await kubeletcfg(['list'])).stdout).toMatch(/node node-a .* edited by hand, no agent\n/)
  expect(await listed()).toMatchObject({ editedByHand: true, revision: 1, problem: null })
  expect(await kubeletcfg(['get', '--node=node-a'])).toEqual({
    stdout: edited,
    stderr: expect.stringMatching(
      /^warning: configmap\/node-a-kubelet-configuration was edited by hand since it was pushed: last written by kubectl-\S+ at \S+, last pushed by admin \(revision 1\)\nprinted as stored, nothing redacted \(configmap\/node-a-kubelet-configuration\)\n$/,
    ),
    exit: 0,
  })
  expect((await kubeletcfg(['source', 'node-a'])).stdout).toMatch(
    /^node-a: node document\n(?: {2}.*\n)* {2}edited by hand/,
  )
})

test('a push over it goes by what is stored, not by what was recorded', async () => {
  await push(configuration('maxPods: 50'), ['--node=node-a'])
  await patchConfigMap(nodeAName, { data: { kubelet: edited } })
  const { stdout, stderr } = await push(configuration('maxPods: 50'), ['--node=node-a', '--accept-risk=drain'])
  expect(stderr).toContain('maxPods: 60 → 50')
  expect(stderr).toContain('was edited by hand, and this push overwrites the edit: last written by kubectl-patch at ')
  expect(stdout).toBe(`configmap/${nodeAName} updated (revision 2)\n`)
  expect(await listed()).toMatchObject({ editedByHand: false })
})

test('a ConfigMap that kubectl made is a document, too', async () => {
  await createConfigMap(nodeAName, { data: { kubelet: edited } })
  expect((await kubeletcfg(['list', '-o', 'wide'])).stdout).toMatch(
    /node node-a .* 1 +0 +made by hand, no agent +kubectl-create /,
  )
  expect(await listed()).toMatchObject({ revision: null, recordedDigest: null, by: null, editedByHand: false })
  expect((await kubeletcfg(['source', 'node-a'])).stdout).toMatch(/^node-a: node document/)
  expect((await push(configuration('maxPods: 70'), ['--node=node-a'])).stdout).toBe(
    `configmap/${nodeAName} updated (revision 1)\n`,
  )
})

test('a ConfigMap with another name is none, whatever is in it', async () => {
  await kubectl([
    'create',
    'configmap',
    'kubelet-config-of-others',
    `--from-literal=kubelet=${edited}`,
    '--namespace=kube-system',
  ])
  expect((await kubeletcfg(['list', '--output=name'])).stdout).toBe('')
  await kubectl(['delete', 'configmap', 'kubelet-config-of-others', '--namespace=kube-system'])
})

const unusable: [string, object, string, { exit: number; stdout: string }][] = [
  ['misses its key', { data: { kubelt: edited } }, 'key kubelet is missing', { exit: 3, stdout: '' }],
  ['is empty', {}, 'key kubelet is missing', { exit: 3, stdout: '' }],
  [
    'has it as binary data',
    { binaryData: { kubelet: 'AAH/' } },
    'key kubelet is in binaryData, not in data',
    { exit: 3, stdout: '' },
  ],
  [
    'is not YAML',
    { data: { kubelet: 'maxPods: [\n' } },
    'line 1: [ is not closed',
    { exit: 0, stdout: 'maxPods: [\n' },
  ],
  ['is of another kind', { data: { kubelet: 'kind: Pod\n' } }, 'line 1: ', { exit: 0, stdout: 'kind: Pod\n' }],
]

test.each(unusable)(
  'a document that %s is listed as unusable, and never skipped for the global one',
  async (_, content, why, got) => {
    await push(configuration('maxPods: 50'), ['--global'])
    await createConfigMap(nodeAName, content)

    expect((await kubeletcfg(['list', '-o', 'wide'])).stdout).toMatch(/node node-a .* unusable /)
    expect((await kubeletcfg(['list', '-o', 'wide'])).stdout).toContain(why)
    expect(await listed()).toMatchObject({ digest: null, problem: expect.stringContaining(why), nodes: ['node-a'] })
    const { stdout, exit } = await kubeletcfg(['source', 'node-a'])
    expect(stdout).toContain(`node-a: node document\n  configmap/${nodeAName}\n`)
    expect(stdout).toContain(`unusable: ${why}`)
    expect(exit).toBe(0)
    expect(await kubeletcfg(['get', '--node=node-a'])).toMatchObject(got)
  },
)
