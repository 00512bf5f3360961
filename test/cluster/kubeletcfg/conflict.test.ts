import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import {
  configMap,
  configuration,
  dump,
  globalName,
  leaveNoDocuments,
  nodeAName,
  patchConfigMap,
  push,
} from './documents.ts'
import { interpose } from './interposer.ts'

leaveNoDocuments()

const configMaps = '/api/v1/namespaces/kube-system/configmaps'
const creating = ({ method, path }: { method: string; path: string }) => method === 'POST' && path === configMaps
const changing =
  (wanted: string, name: string) =>
  ({ method, path }: { method: string; path: string }) =>
    method === wanted && path === `${configMaps}/${name}`

/** RFC 3339, as the server recorded it. */
async function timeOfWrite(name: string): Promise<string | undefined> {
  const written = (await dump()).find(({ metadata }) => metadata.name === name)
  return written?.metadata.managedFields?.at(-1)?.time
}

test('of two pushes that create, the second reports what the first wrote', async () => {
  await using interposer = await interpose({
    before: creating,
    meanwhile: () => push(configuration('maxPods: 60'), ['--global', '--message=theirs']),
  })
  const lost = await push(configuration('maxPods: 70'), ['--global'], { kubeconfig: interposer.kubeconfig })
  const winner = await configMap(globalName)
  expect(lost).toMatchObject({ stdout: '', exit: 4 })
  expect(lost.stderr).toContain(
    `error: configmap/${globalName} was changed meanwhile: pushed by admin (revision 1) at ${await timeOfWrite(globalName)}\n` +
      '  maxPods: (unset) → 60\n' +
      'hint: nothing was written; compare with kubeletcfg diff, then push again\n',
  )
  expect(winner.data).toEqual({ kubelet: configuration('maxPods: 60') })
  expect(winner.metadata.annotations).toMatchObject({ 'kubeletcfg.dev/message': 'theirs' })
})

test('of two pushes that update, the second fails, and succeeds when it is repeated', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  await using interposer = await interpose({
    before: changing('PATCH', globalName),
    meanwhile: () => push(configuration('maxPods: 60'), ['--global']),
  })
  const mine = configuration('maxPods: 70')
  const lost = await push(mine, ['--global'], { kubeconfig: interposer.kubeconfig })
  const winner = await configMap(globalName)
  expect(lost).toMatchObject({ stdout: '', exit: 4 })
  expect(lost.stderr).toContain(
    `pushed by admin (revision 2) at ${await timeOfWrite(globalName)}\n  maxPods: 50 → 60\n`,
  )
  expect(winner.data).toEqual({ kubelet: configuration('maxPods: 60') })

  expect(await push(mine, ['--global'], { kubeconfig: interposer.kubeconfig })).toMatchObject({
    stdout: `configmap/${globalName} updated (revision 3)\n`,
    exit: 0,
  })
})

test('a label that somebody adds meanwhile is a change, too, and is not lost', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  await using interposer = await interpose({
    before: changing('PATCH', globalName),
    meanwhile: () => patchConfigMap(globalName, { metadata: { labels: { team: 'nodes' } } }),
  })
  const lost = await push(configuration('maxPods: 70'), ['--global'], { kubeconfig: interposer.kubeconfig })
  expect(lost.exit).toBe(4)
  expect(lost.stderr).toContain('was changed meanwhile: last written by kubectl-patch at ')
  expect(lost.stderr).toContain('\n  its configuration is unchanged\n')
  expect(await configMap(globalName)).toMatchObject({
    data: { kubelet: configuration('maxPods: 50') },
    metadata: { labels: { team: 'nodes' } },
  })
})

test('a document that somebody deletes meanwhile is not brought back', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  await using interposer = await interpose({
    before: changing('PATCH', globalName),
    meanwhile: () => kubeletcfg(['delete', '--global', '--yes']),
  })
  const lost = await push(configuration('maxPods: 70'), ['--global'], { kubeconfig: interposer.kubeconfig })
  expect(lost).toMatchObject({ stdout: '', exit: 4 })
  expect(lost.stderr).toContain(
    `error: configmap/${globalName} was deleted meanwhile\nhint: nothing was written; push again to create it\n`,
  )
  await expect(configMap(globalName)).rejects.toThrow('not found')
})

test('a conflict at one node does not keep the others from theirs', async () => {
  await push(configuration('maxPods: 50'), ['--node=node-a'])
  await using interposer = await interpose({
    before: changing('PATCH', nodeAName),
    meanwhile: () => push(configuration('maxPods: 60'), ['--node=node-a']),
  })
  const both = ['--node=node-a', '--node=node-b']
  const { stdout, exit } = await push(configuration('maxPods: 70'), both, { kubeconfig: interposer.kubeconfig })
  expect({ stdout, exit }).toEqual({
    stdout: 'configmap/node-b-kubelet-configuration created (revision 1)\n',
    exit: 8,
  })
  expect((await configMap(nodeAName)).data).toEqual({ kubelet: configuration('maxPods: 60') })
})

test('what was edited after delete had read it is not deleted', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  await using interposer = await interpose({
    before: changing('DELETE', globalName),
    meanwhile: () => patchConfigMap(globalName, { data: { kubelet: configuration('maxPods: 60') } }),
  })
  const args = ['delete', '--global', '--yes']
  expect(await kubeletcfg(args, { kubeconfig: interposer.kubeconfig })).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('\n  maxPods: 50 → 60\n'),
    exit: 4,
  })
  expect((await configMap(globalName)).data).toEqual({ kubelet: configuration('maxPods: 60') })
})

test('of many pushes at once each either fails with a conflict, or counts', async () => {
  const numbers = [1, 2, 3, 4, 5, 6]
  const ran = await Promise.all(numbers.map((number) => push(configuration(`eventBurst: ${number}`), ['--global'])))
  const won = numbers.flatMap((number, i) => (ran[i]?.exit === 0 ? [{ number, stdout: ran[i].stdout }] : []))
  expect(ran.filter(({ exit }) => exit === 4)).toHaveLength(numbers.length - won.length)

  const revisionOf = (stdout: string) => Number(/\(revision (\d+)\)/.exec(stdout)?.[1])
  const inOrder = won.toSorted((a, b) => revisionOf(a.stdout) - revisionOf(b.stdout))
  expect(inOrder.map(({ stdout }) => revisionOf(stdout))).toEqual(inOrder.map((_, i) => i + 1))
  expect(await configMap(globalName)).toMatchObject({
    data: { kubelet: configuration(`eventBurst: ${inOrder.at(-1)?.number}`) },
    metadata: { annotations: { 'kubeletcfg.dev/revision': `${inOrder.length}` } },
  })
})

test('a conflict in a folder keeps the global document from being written, and the second push continues', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'folder-'))
  const mine = { 'global.yaml': 'maxPods: 50', 'node-a.yaml': 'maxPods: 70', 'node-b.yaml': 'maxPods: 80' }
  for (const [file, line] of Object.entries(mine)) await writeFile(join(folder.path, file), configuration(line))
  const pushFolder = ['push', '--filename', folder.path, '--yes', '--quiet', '--accept-risk=drain']
  await using interposer = await interpose({
    before: ({ method, path, body }) =>
      method === 'POST' && path === configMaps && JSON.stringify(body).includes(nodeAName),
    meanwhile: () => push(configuration('maxPods: 60'), ['--node=node-a']),
  })
  const partial = await kubeletcfg(pushFolder, { kubeconfig: interposer.kubeconfig })
  expect(partial).toMatchObject({ exit: 8, stdout: 'configmap/node-b-kubelet-configuration created (revision 1)\n' })
  expect(partial.stderr).toContain(`error: configmap/${nodeAName} was changed meanwhile: `)
  expect(partial.stderr).toContain(
    `error: configmap/${globalName} was not pushed, because the documents of these nodes were not: node-a\n`,
  )
  expect((await dump()).map(({ metadata }) => metadata.name)).not.toContain(globalName)
  expect(await kubeletcfg(pushFolder)).toMatchObject({
    exit: 0,
    stdout: [
      `configmap/${nodeAName} updated (revision 2)`,
      'configmap/node-b-kubelet-configuration unchanged (revision 1)',
      `configmap/${globalName} created (revision 1)`,
      '',
    ].join('\n'),
  })
})
