import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { nodeTarget } from '../../../../src/lib/documents/target.ts'
import { applyDelete } from '../../../../src/lib/fleet/delete/delete-apply.ts'
import { planDelete } from '../../../../src/lib/fleet/delete/delete-documents.ts'
import { applyPush } from '../../../../src/lib/fleet/push/push-apply.ts'
import { describeFailure } from '../../../../src/lib/message/describe.ts'
import type { Failure } from '../../../../src/lib/message/failure.ts'
import { plainLine } from '../../../../src/lib/message/line.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { applied, clusterOf, limits, put, stored } from '../../cluster/clusters.ts'
import { header, planPush, pushTo, request } from '../push/pushes.ts'

const nodeA = nodeTarget('node-a')
const name = 'node-a-kubelet-configuration'
let world: InProcess

beforeEach(async () => {
  world = clusterOf({})
  await pushTo(world, 'maxPods: 50\n')
})
afterEach(() => world[Symbol.dispose]())

/** As kubectl leaves what a push wrote: the annotations stay. */
function patch(body: object): void {
  const path = `/api/v1/namespaces/kube-system/configmaps/${name}`
  const query = { fieldManager: 'kubectl-patch' }
  world.asAdmin({ method: 'PATCH', path, query, body, contentType: 'application/merge-patch+json' })
}

const linesOf = (failure: Failure | undefined) => describeFailure(failure!).lines.map(plainLine)

async function pushMeanwhile(meanwhile: () => unknown) {
  const plan = await planPush(world.cluster, request('maxPods: 60\n'), limits)
  await meanwhile()
  return (await applyPush(world, { plan, dryRun: 'none' }, limits))[0]
}

async function deleteMeanwhile(meanwhile: () => unknown) {
  const wanted = { targets: [nodeA], skipValidation: false, acceptedRisks: [] }
  const plan = await planDelete(world.cluster, wanted, limits)
  await meanwhile()
  return (await applyDelete(world.cluster, { plan, dryRun: 'none' }, limits))[0]
}

describe('a push that loses', () => {
  test('names the client that edited, and who pushed before', async () => {
    const outcome = await pushMeanwhile(() => patch({ data: { kubelet: `${header}maxPods: 70\n` } }))
    expect(outcome?.failure?.code).toBe('conflict')
    expect(linesOf(outcome?.failure)).toEqual([
      expect.stringMatching(
        /^configmap\/node-a-kubelet-configuration was changed meanwhile: last written by kubectl-patch at \S+, last pushed by kubernetes-admin \(revision 1\)$/,
      ),
      '  maxPods: 50 → 70',
    ])
  })
  test('against another push names who pushed', async () => {
    const outcome = await pushMeanwhile(() => pushTo(world, 'maxPods: 55\n'))
    expect(linesOf(outcome?.failure)[0]).toMatch(
      / was changed meanwhile: pushed by kubernetes-admin \(revision 2\) at \S+$/,
    )
  })
  test('against a label says that the configuration is unchanged', async () => {
    const outcome = await pushMeanwhile(() => patch({ metadata: { labels: { team: 'a' } } }))
    expect(outcome?.failure?.fact).toMatchObject({ reason: 'ChangedMeanwhile', theirs: 'same-text' })
    expect(linesOf(outcome?.failure)[1]).toBe('  its configuration is unchanged')
  })
})

describe('a delete that loses', () => {
  test('says what the other wrote, with what, and deletes nothing', async () => {
    const outcome = await deleteMeanwhile(() => patch({ data: { kubelet: `${header}maxPods: 70\n` } }))
    expect(outcome?.failure).toMatchObject({
      code: 'conflict',
      fact: {
        reason: 'ChangedMeanwhile',
        verb: 'delete',
        lastWrite: { manager: 'kubectl-patch' },
        changes: [{ path: 'maxPods', before: '50', after: '70' }],
      },
    })
    expect(stored(world).has(name)).toBe(true)
  })
  test('is done, with a warning, when its answer is lost and the document is gone', async () => {
    world.mishap = ({ method }) => (method === 'DELETE' ? { kind: 'lose-answer' } : undefined)
    expect(await deleteMeanwhile(() => undefined)).toMatchObject({
      value: { warnings: [{ reason: 'WrittenWithoutAnswer', verb: 'delete' }] },
    })
  })
  test('deletes nothing when its revision cannot be recorded', async () => {
    world.mishap = ({ path }) => (path.endsWith('/kubeletcfg-revisions') ? { kind: 'refuse' } : undefined)
    expect((await deleteMeanwhile(() => undefined))?.failure).toMatchObject({
      code: 'unreachable',
      fact: { reason: 'RevisionNotRemembered', subject: { name } },
    })
    expect(stored(world).has(name)).toBe(true)
  })
})

test('a deletion of what another tool applies is done, with a word', async () => {
  applied(world, nodeA, `${header}maxPods: 50\n`)
  const plan = await planDelete(world.cluster, { targets: [nodeA], skipValidation: false, acceptedRisks: [] }, limits)
  expect(plan.refusal).toBeUndefined()
  expect(plan.warnings).toMatchObject([{ reason: 'KeptByTool', subject: { name }, verb: 'delete' }])
})

describe('a push over a document that was edited by hand', () => {
  test('says who wrote it last, and when', async () => {
    patch({ data: { kubelet: `${header}maxPods: 70\n` } })
    const { warnings, steps } = await planPush(world.cluster, request('maxPods: 60\n'), limits)
    expect(steps).toMatchObject([{ edited: true, changes: [{ path: 'maxPods', before: '70', after: '60' }] }])
    expect(warnings).toMatchObject([
      {
        reason: 'OverwritesEdit',
        subject: { name },
        lastWrite: { manager: 'kubectl-patch', at: expect.any(String) },
        lastPush: { by: 'kubernetes-admin', revision: 1 },
      },
    ])
  })
  test('has no warning when nothing is written', async () => {
    put(world, nodeA, `${header}maxPods: 60\n`)
    expect((await planPush(world.cluster, request('maxPods: 60\n'), limits)).warnings).toEqual([])
  })
})

test('a field that equals its default is no change', async () => {
  const { steps } = await planPush(world.cluster, request('maxPods: 50\nhealthzPort: 10248\n'), limits)
  expect(steps).toMatchObject([{ action: 'update', effect: 'none', changes: [] }])
})
