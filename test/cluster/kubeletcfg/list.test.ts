import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { kubeletcfg } from '../commands.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import {
  type ConfigMap,
  configMap,
  configuration,
  done,
  globalName,
  nodeAName,
  push,
  removeDocuments,
} from './documents.ts'

const elsewhere = 'default'

beforeAll(async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  await push(configuration('maxPods: 60'), ['--node=node-a'])
  await push(configuration('maxPods: 70'), ['--node=node-z', '--allow-unknown-node'])
  await push(configuration('maxPods: 80'), ['--node=node-b', `--namespace=${elsewhere}`])
})

afterAll(async () => {
  await removeDocuments()
  await kubectl(['delete', 'configmap', 'node-b-kubelet-configuration', `--namespace=${elsewhere}`])
})

test('the table has a row per document, and the nodes it reaches', async () => {
  const { stdout } = await kubeletcfg(['list'])
  const rows = stdout.split('\n').map((line) => line.split(/ {2,}/))
  const age = expect.stringMatching(/^\d+s$/)
  expect(rows).toEqual([
    ['TARGET', 'REVISION', 'AGE', 'NODES', 'RUNNING', 'STATUS'],
    ['global', '1', age, '1', '0', 'no agent'],
    ['node node-a', '1', age, '1', '0', 'no agent'],
    ['node node-z', '1', age, '0', '0', 'node missing'],
    [''],
  ])
})

test.each([
  ['json', (text: string) => JSON.parse(text)],
  ['yaml', (text: string) => parse(text)],
])('-o %s says what it is, and has the digests that push recorded', async (format, read) => {
  const { stdout } = await kubeletcfg(['list', '-o', format])
  const { apiVersion, kind, items } = read(stdout)
  expect({ apiVersion, kind }).toEqual({ apiVersion: 'kubeletcfg.dev/v1alpha1', kind: 'DocumentList' })
  expect(items.map(({ nodes, nodeExists }: Record<string, unknown>) => [nodes, nodeExists])).toEqual([
    [['node-b'], null],
    [['node-a'], true],
    [[], false],
  ])
  for (const { name, digest } of items)
    expect(digest).toBe((await configMap(name)).metadata.annotations?.['kubeletcfg.dev/digest'])
})

test('-o name is what kubectl takes', async () => {
  const { stdout } = await kubeletcfg(['list', '-o', 'name'])
  const { items } = await kubectlJson<{ items: ConfigMap[] }>([
    'get',
    '-n',
    'kube-system',
    ...stdout.trim().split('\n'),
  ])
  expect(items.map(({ metadata }) => metadata.name)).toEqual([globalName, nodeAName, 'node-z-kubelet-configuration'])
})

test('another namespace has documents of its own', async () => {
  expect(await kubeletcfg(['list', '-o', 'name', '-n', elsewhere])).toEqual(
    done('configmap/node-b-kubelet-configuration\n'),
  )
  expect((await kubeletcfg(['source', 'node-b', '-n', elsewhere])).stdout).toMatch(/^node-b: node document/)
  expect((await kubeletcfg(['source', 'node-b'])).stdout).toMatch(/^node-b: global document/)
})

test('a namespace without any says so, beside stdout', async () => {
  expect(await kubeletcfg(['list', '-n', 'kube-public'])).toEqual(done('', 'no documents in namespace kube-public\n'))
})
