import { expect, test } from '@jest/globals'
import type { Collection } from '../../../src/lib/cluster/ports/collection.ts'
import { globalTarget, nodeTarget } from '../../../src/lib/documents/target.ts'
import { InProcess } from '../../support/in-process.ts'
import { patient } from '../cluster/http/rest-to.ts'

/** Reads up to the first 'synced'. */
async function read(collection: Collection<unknown>): Promise<void> {
  for await (const { type } of collection.changes(patient)) if (type === 'synced') return
}

test('documents are followed, and no other ConfigMap', async () => {
  using world = new InProcess()
  const { documents, collections } = world.cluster
  const write = { body: 'kind: KubeletConfiguration\n', stamp: {}, replaces: undefined }
  const written = await documents.write({ ...write, target: globalTarget }, 'none', patient)
  await documents.rememberRevision(nodeTarget('node-a'), 3, 'none', patient)
  await read(collections.documents)
  expect([...collections.documents.store.values()]).toEqual([written])
})

test('nodes are followed', async () => {
  using world = new InProcess()
  const { nodes, collections } = world.cluster
  await read(collections.nodes)
  expect([...collections.nodes.store.values()]).toEqual(await nodes.list({}, patient))
})

test('balloons are followed by their label', async () => {
  using world = new InProcess()
  await read(world.cluster.collections.balloons)
  const list = world.sent.find(({ path }) => path === '/api/v1/namespaces/kube-system/pods')
  expect(list?.query).toMatchObject({ labelSelector: 'nodesize.kubeletcfg.dev/balloon=true', limit: '500' })
})
