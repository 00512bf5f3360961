import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { lastEdit } from '../../../src/lib/documents/stamp.ts'
import { nodeTarget } from '../../../src/lib/documents/target.ts'
import type { InProcess } from '../../support/in-process.ts'
import { clusterOf, limits } from '../cluster/clusters.ts'
import { header, pushTo } from '../fleet/push/pushes.ts'

const nodeA = nodeTarget('node-a')
let world: InProcess

beforeEach(async () => {
  world = clusterOf({})
  await pushTo(world, 'maxPods: 50\n')
})
afterEach(() => world[Symbol.dispose]())

/** As kubectl does it. */
function write(manager: string, body: object): void {
  world.sandbox.advance(1_000)
  world.asAdmin({
    method: 'PATCH',
    path: '/api/v1/namespaces/kube-system/configmaps/node-a-kubelet-configuration',
    query: { fieldManager: manager },
    body,
    contentType: 'application/merge-patch+json',
  })
}

const annotate = () => write('kubectl-annotate', { metadata: { annotations: { ticket: '1' } } })
const edit = (manager: string) => write(manager, { data: { kubelet: `${header}maxPods: 60\n` } })

test.each([
  ['edited, then annotated', [() => edit('kubectl-edit'), annotate], 'kubectl-edit'],
  ['annotated, then edited', [annotate, () => edit('kubectl-patch')], 'kubectl-patch'],
  ['edited twice', [() => edit('kubectl-edit'), () => edit('vim')], 'kubectl-edit'],
])('the text of a document that was %s was written by who changed it', async (_, writes, manager) => {
  for (const one of writes) one()
  const found = await world.cluster.documents.read(nodeA, limits)
  expect(found && lastEdit(found)?.manager).toBe(manager)
})
