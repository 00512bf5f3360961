import { expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { configuration, createConfigMap, done, globalName, leaveNoDocuments, push } from './documents.ts'

leaveNoDocuments()

const diff = (text: string, ...args: readonly string[]) =>
  kubeletcfg(['diff', '--filename=-', '--global', ...args], { input: text })

test('what means the same is no difference, and no output', async () => {
  await push(configuration('syncFrequency: 60s', 'maxPods: 50'), ['--global'])
  expect(await diff(configuration('# same', 'maxPods: 50', 'syncFrequency: 1m'))).toEqual(done(''))
})

test('what differs is shown by field, old and new, and is exit code 1', async () => {
  await push(configuration('evictionHard: {memory.available: 100Mi, nodefs.available: 10%}', 'maxPods: 50'), [
    '--global',
  ])
  expect(await diff(configuration('evictionHard: {memory.available: 200Mi}', 'podPidsLimit: 100'))).toEqual({
    stdout: [
      `configmap/${globalName}`,
      '  evictionHard[memory.available]: 100Mi → 200Mi',
      '  evictionHard[nodefs.available]: 10% → (unset)',
      '  maxPods: 50 → 110',
      '  podPidsLimit: -1 → 100',
      '  requires: drain the node, run nodesize reset NODE (if nodesize manages the node), let its agent apply the document, uncordon the node',
      '',
    ].join('\n'),
    stderr: expect.stringMatching(
      /^warning: <stdin>:3:15: .*nodefs\.available has none.*\nwarning: what the kubelets of .*\n$/,
    ),
    exit: 1,
  })
})

test('where nothing is stored, all is new', async () => {
  const { stdout, exit } = await diff(configuration('maxPods: 50'), '--output=json')
  expect(JSON.parse(stdout)).toMatchObject({
    apiVersion: 'kubeletcfg.dev/v1alpha1',
    kind: 'Diff',
    exists: false,
    differs: true,
    changes: [{ path: 'maxPods', after: '50' }],
  })
  expect(exit).toBe(1)
})

test('what is stored and cannot be read is a warning, and all is new', async () => {
  await createConfigMap(globalName, { data: { kubelet: 'maxPods: [\n' } })
  expect(await diff(configuration('maxPods: 50'))).toMatchObject({
    stdout: `configmap/${globalName}\n  maxPods: (unset) → 50\n`,
    stderr: expect.stringContaining(`warning: configmap/${globalName} cannot be compared by field: `),
    exit: 1,
  })
})

test.each([
  ['a file that no kubelet could read', configuration('maxPods: many'), [], 3],
  ['a context that is not there', configuration('maxPods: 50'), ['--context=elsewhere'], 2],
  ['a second target', configuration('maxPods: 50'), ['--node=node-a'], 2],
])('%s is an error, above 1', async (_, text, args, code) => {
  const { stdout, exit } = await diff(text, ...args)
  expect({ stdout, exit }).toEqual({ stdout: '', exit: code })
})
