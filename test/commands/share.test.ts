import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { requestOf } from '../contract/sandbox-subject.ts'
import { expectGolden } from '../support/golden.ts'
import { runHosted } from '../support/run-hosted.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ nodes: 5 })
  const call = { method: 'PATCH', contentType: 'application/merge-patch+json' } as const
  const [ofMany, none] = ['6e0b2c6c-1d7e-4a70-9f5e-8f1f6b8c0a01', '']
  const kernels = { 'node-a': ofMany, 'node-c': ofMany, 'node-d': none, 'node-e': none }
  for (const [node, bootID] of Object.entries(kernels)) {
    const body = { status: { nodeInfo: { bootID }, capacity: { cpu: '10', memory: '40Gi' } } }
    sandbox.sandbox.handle(requestOf({ ...call, path: `/api/v1/nodes/${node}/status`, body }))
  }
  await nodesize('install --all-nodes --wait')
  await nodesize('set node-a --cpu 3 --memory 8Gi')
})
afterAll(() => sandbox.close())

const nodesize = (words: string) =>
  runHosted(['nodesize', ...words.split(' ')], { env: { KUBECONFIG: sandbox.kubeconfig } })

test.each([
  ['share', 'share/hosts.txt'],
  ['share -o wide', 'share/wide.txt'],
  ['share -o json', 'share/hosts.json'],
  ['share --nodes node-a,node-b', 'share/named.txt'],
])('%s prints the hosts that several nodes share', async (words, golden) => {
  const { stdout, stderr, exit } = await nodesize(words)
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  expectGolden(stdout, golden)
})

test('share says that there is no such host', async () => {
  await using alone = await startSandbox({ nodes: 2 })
  const ran = await runHosted(['nodesize', 'share'], { env: { KUBECONFIG: alone.kubeconfig } })
  expect(ran).toEqual({ stdout: '', stderr: 'no nodes share a host\n', exit: 0 })
})
