import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget, type WantedTargets } from '../../../../src/lib/documents/target.ts'
import { targetsFor } from '../../../../src/lib/fleet/change/selected-targets.ts'
import { applyDelete } from '../../../../src/lib/fleet/delete/delete-apply.ts'
import { planDelete } from '../../../../src/lib/fleet/delete/delete-documents.ts'
import { planRollback } from '../../../../src/lib/fleet/history/rollback.ts'
import { describePush } from '../../../../src/lib/fleet/push/output.ts'
import { applyPush } from '../../../../src/lib/fleet/push/push-apply.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import { plainLine } from '../../../../src/lib/message/line.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits, stored } from '../../cluster/clusters.ts'
import { pushTo } from '../push/pushes.ts'

const big = { pool: 'big' }
let world: InProcess
beforeEach(() => {
  world = clusterOf({ name: 'node-a', labels: big }, { name: 'node-b' }, { name: 'node-c', labels: big })
})
afterEach(() => world[Symbol.dispose]())

const namesFor = async (wanted: WantedTargets) =>
  (await targetsFor(world.cluster, wanted, limits)).map((one) => (one.kind === 'node' ? one.node : one.kind))
const push = (body: string, ...nodes: string[]) =>
  pushTo(world, body, { targets: nodes.map(nodeTarget), acceptedRisks: ['drain'] })
const bodies = () =>
  [...stored(world)]
    .filter(([name]) => name.startsWith('node-'))
    .map(([name, body]) => `${name}: ${body?.match(/maxPods: \d+/)?.[0]}`)

const rollback = { to: undefined, skipValidation: false, acceptedRisks: ['drain'] } as const
const planned = async (wanted: WantedTargets) =>
  planRollback(world, { ...rollback, targets: await targetsFor(world.cluster, wanted, limits) }, limits)

test('a selector means the nodes of now, each with a document of its own', async () => {
  expect(await namesFor({ selector: 'pool=big' })).toEqual(['node-a', 'node-c'])
  expect(await namesFor({ selector: '!pool' })).toEqual(['node-b'])
  expect(await namesFor([globalTarget, nodeTarget('node-b')])).toEqual(['global', 'node-b'])
})

test('without a node it fails', async () => {
  const fact = { reason: 'NoNodeMatches', selector: 'pool=small' }
  await expect(namesFor({ selector: 'pool=small' })).rejects.toMatchObject({ code: 'invalid', fact })
})

test('one plan returns each node to an earlier revision of its own', async () => {
  await push('maxPods: 50\n', 'node-a', 'node-b', 'node-c')
  await push('maxPods: 60\n', 'node-c')
  await push('maxPods: 70\n', 'node-a', 'node-b', 'node-c')
  const plan = await planned({ selector: 'pool=big' })
  expect(plan.steps.map(({ file, revision }) => [file, revision])).toEqual([
    ['node-a-kubelet-configuration (revision 1)', 3],
    ['node-c-kubelet-configuration (revision 2)', 4],
  ])
  expect(plan.message).toBe('rollback')
  const outcomes = await applyPush(world, { plan, dryRun: 'none' }, limits)
  expect(outcomes.map(({ failure }) => failure)).toEqual([undefined, undefined])
  expect(bodies()).toEqual([
    'node-a-kubelet-configuration: maxPods: 50',
    'node-b-kubelet-configuration: maxPods: 70',
    'node-c-kubelet-configuration: maxPods: 60',
  ])
})

test('nodes without an earlier revision are left out, and named in the plan', async () => {
  await push('maxPods: 50\n', 'node-a', 'node-b', 'node-c')
  await push('maxPods: 60\n', 'node-b')
  const plan = await planned([nodeTarget('node-a'), nodeTarget('node-b'), nodeTarget('node-c')])
  expect(plan.steps.map(({ target, action }) => [target, action])).toEqual([[nodeTarget('node-b'), 'update']])
  expect(plan.leftOut?.map(({ target, failure }) => [target, failure.code, failure.reason])).toEqual([
    [nodeTarget('node-a'), 'invalid', 'NoEarlierRevision'],
    [nodeTarget('node-c'), 'invalid', 'NoEarlierRevision'],
  ])
  expect(describePush(plan.steps, plan.leftOut).map(plainLine)).toContain(
    'left out: configmap/node-a-kubelet-configuration has no earlier revision',
  )
})

test('where no node has an earlier revision, all are named, and nothing is planned', async () => {
  await push('maxPods: 50\n', 'node-a', 'node-c')
  const failure = await planned([nodeTarget('node-a'), nodeTarget('node-c')]).catch((error) => error)
  expect(failure).toMatchObject({ code: 'invalid', fact: { reason: 'PushesRefused' } })
  expect(messageOf(failure.fact)).toMatch(/^nothing was pushed: 2 problems\n.*node-a.*\n.*node-c/)
})

test('one that another client changed is left, and the others are returned', async () => {
  await push('maxPods: 50\n', 'node-a', 'node-c')
  await push('maxPods: 60\n', 'node-a', 'node-c')
  const plan = await planned({ selector: 'pool=big' })
  await push('maxPods: 70\n', 'node-a')
  const outcomes = await applyPush(world, { plan, dryRun: 'none' }, limits)
  expect(outcomes.map(({ failure }) => failure?.code)).toEqual(['conflict', undefined])
  expect(bodies()).toEqual(['node-a-kubelet-configuration: maxPods: 70', 'node-c-kubelet-configuration: maxPods: 50'])
})

test('a delete of a selector leaves the documents of other nodes', async () => {
  await push('maxPods: 50\n', 'node-a', 'node-b', 'node-c')
  const targets = await targetsFor(world.cluster, { selector: 'pool=big' }, limits)
  const plan = await planDelete(world.cluster, { targets, skipValidation: false, acceptedRisks: [] }, limits)
  await applyDelete(world.cluster, { plan, dryRun: 'none' }, limits)
  expect(bodies()).toEqual(['node-b-kubelet-configuration: maxPods: 50'])
})
