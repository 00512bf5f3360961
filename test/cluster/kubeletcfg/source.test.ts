import { expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { newestVersion } from '../versions.ts'
import { configuration, createConfigMap, globalName, leaveNoDocuments, nodeAName, push } from './documents.ts'

leaveNoDocuments()

const source = async (node: string) => JSON.parse((await kubeletcfg(['source', node, '--output=json'])).stdout)

test('without any document a node runs on what it has', async () => {
  const { stdout, exit } = await kubeletcfg(['source', 'node-a'])
  expect(stdout).toMatch(/^node-a: local configuration\n/)
  expect(exit).toBe(0)
  expect(await source('node-a')).toMatchObject({
    apiVersion: 'kubeletcfg.dev/v1alpha1',
    kind: 'Source',
    node: 'node-a',
    nodeExists: true,
    kubeletVersion: newestVersion,
    source: 'local',
    document: null,
    shadowed: null,
    warnings: [],
  })
})

test('a node without a document of its own gets the global one', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  await push(configuration('maxPods: 60'), ['--node=node-a'])
  expect((await kubeletcfg(['source', 'node-b'])).stdout).toMatch(
    /^node-b: global document\n {2}configmap\/global-kubelet-configuration\n {2}revision 1, v1:sha256:[0-9a-f]{12}\n/,
  )
  expect(await source('node-b')).toMatchObject({ source: 'global', document: { name: globalName }, shadowed: null })
})

test('a document of its own hides the global one as a whole', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  await push(configuration('podPidsLimit: 60'), ['--node=node-a'])
  const { stdout } = await kubeletcfg(['source', 'node-a'])
  expect(stdout).toMatch(/^node-a: node document\n {2}configmap\/node-a-kubelet-configuration\n {2}revision 1, /)
  expect(stdout).toContain(`hides configmap/${globalName}`)
})

test('even one that no kubelet could use hides a valid global one', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  await createConfigMap(nodeAName, { data: { kubelet: configuration('maxPods: many') } })
  expect(await source('node-a')).toMatchObject({
    source: 'node',
    document: { name: nodeAName, problem: expect.stringContaining('line 3: ') },
    shadowed: { name: globalName, problem: null },
  })
})

test('a node that does not exist would get what its name says', async () => {
  await push(configuration('maxPods: 50'), ['--node=node-z', '--allow-unknown-node'])
  expect((await kubeletcfg(['source', 'node-z'])).stdout).toContain(
    'node/node-z does not exist; a node of this name would get',
  )
  expect(await source('node-z')).toMatchObject({ source: 'node', nodeExists: false, kubeletVersion: null })
})
