import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { local } from '../../../../src/lib/agent/model/config.ts'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { applyDelete } from '../../../../src/lib/fleet/delete/delete-apply.ts'
import { planDelete } from '../../../../src/lib/fleet/delete/delete-documents.ts'
import { InProcess } from '../../../support/in-process.ts'
import { configzWith } from '../../../support/kubelet-configz.ts'
import { addPods, forbidden, limits } from '../../cluster/clusters.ts'
import { planPush, pushTo, request } from '../push/pushes.ts'
import { report, stored } from '../status/reports.ts'

const nodeA = nodeTarget('node-a')
const fewer = 'maxPods: 90\n'
const more = 'maxPods: 150\n'
const unaccepted = { skipValidation: false, acceptedRisks: [] }
let world: InProcess

beforeEach(async () => {
  const own = await configzWith({ file: 'maxPods: 200\n' })
  world = new InProcess({ nodes: 2, configz: () => own })
  addPods(world, 'node-a', 100)
})
afterEach(() => world[Symbol.dispose]())

test('a first document after a deleted one that still runs is compared with that one', async () => {
  await pushTo(world, more, { targets: [nodeA] })
  const active = await stored(world, nodeA)
  const plan = await planDelete(world.cluster, { ...unaccepted, targets: [nodeA] }, limits)
  await applyDelete(world.cluster, { plan, dryRun: 'none' }, limits)
  report(world, 'node-a', { phase: 'Held', assigned: local, active, lastKnownGood: active })
  const { steps } = await planPush(world.cluster, request(fewer), limits)
  expect(steps).toMatchObject([{ assessment: { changes: [{ path: 'maxPods', disruption: 'drain' }] } }])
  expect(steps).toMatchObject([
    { action: 'create', comparedWith: undefined, changes: [{ before: '150', after: '90' }] },
  ])
  expect((await planPush(world.cluster, request(more), limits)).steps).toMatchObject([{ effect: 'none', changes: [] }])
})

test('who may not read the history compares with the stored document', async () => {
  await pushTo(world, fewer, { targets: [globalTarget] })
  const first = await stored(world, globalTarget)
  await pushTo(world, more, { targets: [globalTarget] })
  const second = await stored(world, globalTarget)
  await pushTo(world, 'maxPods: 160\n', { targets: [globalTarget] })
  for (const node of ['node-a', 'node-b']) report(world, node, { phase: 'RolledBack', assigned: second, active: first })
  const plan = () => planPush(world.cluster, request('maxPods: 80\n', [globalTarget]), limits)
  expect((await plan()).steps).toMatchObject([{ assessment: { changes: [{ before: '90', after: '80' }] } }])
  world.mishap = ({ path, query }) =>
    path.endsWith('/controllerrevisions') && query?.['labelSelector'] !== undefined
      ? forbidden('controllerrevisions.apps is forbidden')
      : undefined
  expect((await plan()).steps).toMatchObject([{ assessment: { changes: [{ before: '160', after: '80' }] } }])
})

describe('nodes that run their own files in spite of a document', () => {
  beforeEach(async () => {
    await pushTo(world, fewer, { targets: [globalTarget] })
    await pushTo(world, more, { targets: [nodeA] })
    report(world, 'node-a', { phase: 'RolledBack', active: local, lastKnownGood: local })
  })
  test('are asked by push what they run', async () => {
    const { refusal, warnings } = await planPush(world.cluster, request(fewer), limits)
    expect(refusal).toBeUndefined()
    expect(warnings).toMatchObject([
      { reason: 'FirstDocumentMayBeHeld', nodes: ['node-a'], fields: [{ path: 'maxPods' }] },
    ])
  })
  test('and by delete, where they fall back to another one', async () => {
    const { refusal, warnings } = await planDelete(world.cluster, { ...unaccepted, targets: [nodeA] }, limits)
    expect(refusal).toBeUndefined()
    expect(warnings).toMatchObject([
      { reason: 'FirstDocumentMayBeHeld', nodes: ['node-a'], fields: [{ path: 'maxPods' }] },
    ])
  })
})
