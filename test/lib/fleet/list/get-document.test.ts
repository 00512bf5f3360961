import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { nodeTarget } from '../../../../src/lib/documents/target.ts'
import { getDocument } from '../../../../src/lib/fleet/list/get-document.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits, put } from '../../cluster/clusters.ts'
import { header, pushTo } from '../push/pushes.ts'

const nodeA = nodeTarget('node-a')
const subject = { kind: 'ConfigMap', name: 'node-a-kubelet-configuration' }
let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})
afterEach(() => world[Symbol.dispose]())

const get = () => getDocument(world.cluster, nodeA, limits)

test('what is stored is returned to the letter, even if no kubelet could read it', async () => {
  const body = '# mine\r\nmaxPods: [ \u{1F600}'
  put(world, nodeA, body)
  expect(await get()).toMatchObject({ body, inspection: { flaw: { reason: 'UnusableDocument' } }, warnings: [] })
})

test('what was edited after a push is returned with a warning', async () => {
  await pushTo(world, 'maxPods: 50\n')
  expect((await get()).warnings).toEqual([])
  put(world, nodeA, `${header}maxPods: 60\n`, await keepingAnnotations())
  expect(await get()).toMatchObject({
    body: `${header}maxPods: 60\n`,
    warnings: [{ reason: 'EditedByHand', subject, lastWrite: { manager: 'kubectl-edit' }, lastPush: { revision: 1 } }],
  })
})

/** An edit leaves the annotations as the push made them. */
async function keepingAnnotations(): Promise<object> {
  const path = '/api/v1/namespaces/kube-system/configmaps/node-a-kubelet-configuration'
  const { metadata } = world.asAdmin<{ metadata: object }>({ method: 'GET', path })
  return { metadata }
}

test('what is not there is an error', async () => {
  await expect(get()).rejects.toMatchObject({ code: 'invalid', fact: { reason: 'DocumentNotFound', subject } })
})

test.each([
  ['without the key', {}, 'KeyMissing'],
  ['with the key in binaryData', { data: {}, binaryData: { kubelet: 'AAAA' } }, 'KeyInBinaryData'],
])('what is stored %s is an error', async (_, contents, reason) => {
  put(world, nodeA, undefined, contents)
  await expect(get()).rejects.toMatchObject({
    code: 'invalid',
    fact: { reason: 'DocumentWithoutText', subject, because: { reason } },
  })
})
