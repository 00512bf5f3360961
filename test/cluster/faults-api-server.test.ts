import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { backUpEtcd, restoreEtcd, whileFrozen, whileStopped } from './faults/control-plane.ts'
import { applyObjects, kubectl, kubectlJson } from './kubectl.ts'
import { makeNode, removeNodes, untilReady } from './own-node.ts'

let node = ''

beforeAll(async () => {
  ;({ name: node } = await makeNode())
})

afterAll(removeNodes)

const isReady = (): Promise<string> => kubectl(['get', '--raw=/readyz', '--request-timeout=2s'])

test('the API server refuses connections while it is stopped', async () => {
  await whileStopped(() => expect(isReady()).rejects.toThrow('refused'))
  expect(await isReady()).toBe('ok')
})

test('the API server does not answer while it is frozen', async () => {
  await whileFrozen(() => expect(isReady()).rejects.toThrow(/deadline|timeout/i))
  expect(await isReady()).toBe('ok')
})

test('the API server has what it had when a backup was made, after that was restored', async () => {
  const mark = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mark' } }
  const read = () => kubectlJson<{ data: object; metadata: { resourceVersion: string } }>(['get', 'configmap', 'mark'])
  await applyObjects([{ ...mark, data: { age: 'old' } }])
  const old = await read()
  const backup = await backUpEtcd()
  await applyObjects([{ ...mark, data: { age: 'new' } }])
  await restoreEtcd(backup)
  expect(await read()).toEqual(old)
  await kubectl(['delete', 'configmap', 'mark'])
  await untilReady(node)
})
