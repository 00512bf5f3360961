import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { planDelete } from '../../../../src/lib/fleet/delete/delete-documents.ts'
import { pushData } from '../../../../src/lib/fleet/push/output.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits } from '../../cluster/clusters.ts'
import { planPush, pushTo, request } from '../push/pushes.ts'

let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})
afterEach(() => world[Symbol.dispose]())

test('a push that is forbidden names the target, which the server does not', async () => {
  world.mishap = ({ method, path }) =>
    method === 'POST' && path.endsWith('/configmaps') ? forbidden('you cannot create resource "configmaps"') : undefined
  const { plan, outcomes } = await pushTo(world, 'maxPods: 60\n')
  expect(outcomes[0]?.failure).toMatchObject({
    code: 'refused',
    fact: { reason: 'NotWritten', subject: { name: 'node-a-kubelet-configuration' } },
  })
  expect(pushData(plan.steps[0]!, outcomes[0]!)).toMatchObject({ revision: null, digest: null })
})

test('a push of nothing new does not keep the message, and says so', async () => {
  await pushTo(world, 'maxPods: 50\n')
  const plan = await planPush(world.cluster, { ...request('maxPods: 50\n'), message: 'again' }, limits)
  expect(plan.notes).toMatchObject([{ reason: 'MessageNotKept', subject: { name: 'node-a-kubelet-configuration' } }])
})

test('a push of what no release can read blames none', async () => {
  await expect(planPush(world.cluster, request('maxPods: [\n', [globalTarget]), limits)).rejects.toMatchObject({
    fact: { reason: 'PushRefused', because: { releases: [] } },
  })
})

test('a push that is strict refuses warnings, except for those that are ignored', async () => {
  const strict = { ...request('maxPods: 2\n'), strict: true }
  await expect(planPush(world.cluster, strict, limits)).rejects.toMatchObject({
    code: 'invalid',
    fact: { reason: 'PushRefused', because: { findings: [{ rule: 'H07', severity: 'warning' }] } },
  })
  const ignored = await planPush(world.cluster, { ...strict, ignore: ['H07'] }, limits)
  expect(ignored.warnings).toEqual([])
  const commented = request('maxPods: 2 # kubeletcfg:ignore H07 one pod\n')
  expect((await planPush(world.cluster, { ...commented, strict: true }, limits)).warnings).toEqual([])
})

test('a push shows warnings, and stores', async () => {
  const plan = await planPush(world.cluster, request('maxPods: 2\n'), limits)
  expect(plan.warnings).toMatchObject([{ reason: 'DocumentProblem', finding: { rule: 'H07' } }])
  expect(plan.steps).toMatchObject([{ action: 'create' }])
})

test('who may read only the document of a node may push it', async () => {
  await pushTo(world, 'maxPods: 50\n')
  world.mishap = ({ path }) => (path.endsWith('/global-kubelet-configuration') ? forbidden('no') : undefined)
  const { outcomes } = await pushTo(world, 'maxPods: 60\n')
  expect(outcomes).toMatchObject([{ value: { step: { action: 'update' } } }])
  const wanted = { targets: [nodeTarget('node-a')], skipValidation: false, acceptedRisks: [] }
  await expect(planDelete(world.cluster, wanted, limits)).rejects.toMatchObject({ code: 'refused' })
})
