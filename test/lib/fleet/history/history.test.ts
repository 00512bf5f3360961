import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { keptRevisions } from '../../../../src/lib/documents/past-document.ts'
import { globalTarget, nodeTarget, type Target, type WantedTargets } from '../../../../src/lib/documents/target.ts'
import { listHistories, listHistory } from '../../../../src/lib/fleet/history/list-history.ts'
import { planRollback } from '../../../../src/lib/fleet/history/rollback.ts'
import { applyPush } from '../../../../src/lib/fleet/push/push-apply.ts'
import { said } from '../../../../src/lib/message/failure.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits, put, stored } from '../../cluster/clusters.ts'
import { header, pushTo } from '../push/pushes.ts'
import { report, stored as reported } from '../status/reports.ts'

const nodeA = nodeTarget('node-a')
const configMap = '/api/v1/namespaces/kube-system/configmaps/node-a-kubelet-configuration'
let world: InProcess

beforeEach(() => {
  world = clusterOf({}, { name: 'node-b' })
})
afterEach(() => world[Symbol.dispose]())

const push = (body: string, target: Target = nodeA) =>
  pushTo(world, body, { targets: [target], acceptedRisks: ['drain'] })
const history = (target: Target = nodeA) => listHistory(world.cluster, target, limits)
const revisions = async (target: Target = nodeA) => (await history(target)).rows.map(({ past }) => past.revision)
const removeByHand = () => world.asAdmin({ method: 'DELETE', path: configMap })

async function rollback(to?: number, target: Target = nodeA) {
  const request = { targets: [target], to, skipValidation: false, acceptedRisks: ['drain'] } as const
  const plan = await planRollback(world, request, limits)
  const [outcome] = await applyPush(world, { plan, dryRun: 'none' }, limits)
  expect(outcome?.failure).toBeUndefined()
  return {
    plan,
    body: stored(world).get(
      plan.steps[0]!.target.kind === 'global' ? 'global-kubelet-configuration' : 'node-a-kubelet-configuration',
    ),
  }
}

describe('the history of a document', () => {
  test('has every push, and says which one is stored', async () => {
    await push('maxPods: 50\n')
    await push('maxPods: 60\n')
    const { rows, warnings } = await history()
    expect(rows.map(({ past, isStored }) => [past.revision, past.body, isStored])).toEqual([
      [2, `${header}maxPods: 60\n`, true],
      [1, `${header}maxPods: 50\n`, false],
    ])
    expect(warnings).toEqual([])
  })

  test('stays when the document is deleted, and the next push continues from it', async () => {
    await push('maxPods: 50\n')
    await push('maxPods: 60\n')
    removeByHand()
    expect(await revisions()).toEqual([2, 1])
    const { plan } = await push('maxPods: 70\n')
    expect(plan.steps[0]?.revision).toBe(3)
  })

  test('gets a document that was pushed before there was a history', async () => {
    await push('maxPods: 50\n')
    await world.cluster.history.remove(nodeA, 1, 'none', limits)
    await push('maxPods: 60\n')
    expect(await revisions()).toEqual([2, 1])
  })

  test('is no place for what another client wrote', async () => {
    await push('maxPods: 50\n')
    put(world, nodeA, `${header}maxPods: 55\n`)
    expect((await history()).warnings).toMatchObject([{ reason: 'StoredNotInHistory' }])
    await push('maxPods: 60\n')
    expect(await revisions()).toEqual([2, 1])
  })

  test('is bounded, but keeps what nodes run and return to', async () => {
    for (let i = 1; i <= 3; i++) await push(`maxPods: ${50 + i}\n`)
    report(world, 'node-a', { phase: 'Good', active: await reported(world, nodeA) })
    for (let i = 4; i <= keptRevisions + 4; i++) await push(`maxPods: ${50 + i}\n`)
    const kept = await revisions()
    expect(kept).toHaveLength(keptRevisions + 1)
    expect([kept[0], ...kept.slice(-2)]).toEqual([keptRevisions + 4, 5, 3])
  })

  test('shows who runs what, and who rolled it back', async () => {
    await push('maxPods: 50\n', globalTarget)
    const good = await reported(world, globalTarget)
    await push('maxPods: 60\n', globalTarget)
    const bad = await reported(world, globalTarget)
    report(world, 'node-a', { phase: 'Good', assigned: bad, active: bad })
    if (bad.source === 'local') throw new Error('nothing is stored')
    const remembered = { digest: bad.digest, kubeletVersion: 'v1.36.3', because: said('X', 'x'), at: 0 }
    report(world, 'node-b', { phase: 'RolledBack', assigned: bad, active: good, bad: [remembered] })
    const { rows } = await history(globalTarget)
    expect(rows.map(({ past, nodes, badOn }) => [past.revision, nodes, badOn])).toEqual([
      [2, ['node-a'], ['node-b']],
      [1, ['node-b'], []],
    ])
  })

  test('that may not be written is a warning: the push is done', async () => {
    world.mishap = ({ method, path }) =>
      method === 'POST' && path.includes('/controllerrevisions') ? forbidden('forbidden') : undefined
    const { outcomes } = await push('maxPods: 50\n')
    expect(outcomes).toMatchObject([{ value: { warnings: [{ reason: 'HistoryNotKept' }] } }])
    expect(stored(world).get('node-a-kubelet-configuration')).toContain('50')
  })

  test('that may not even be read is the same', async () => {
    world.mishap = ({ path }) => (path.includes('/controllerrevisions') ? forbidden('forbidden') : undefined)
    const { outcomes } = await push('maxPods: 50\n')
    expect(outcomes).toMatchObject([{ value: { warnings: [{ reason: 'HistoryNotKept' }] } }])
  })
})

describe('a rollback', () => {
  test('is a push of the text before, with the next revision and a message', async () => {
    await push('maxPods: 50\n')
    await push('maxPods: 60\n')
    const { plan, body } = await rollback()
    expect(body).toBe(`${header}maxPods: 50\n`)
    expect(plan).toMatchObject({ message: 'rollback to revision 1', steps: [{ revision: 3, action: 'update' }] })
    expect(await revisions()).toEqual([3, 2, 1])
  })

  test('goes to the revision that is named', async () => {
    for (const pods of [50, 60, 70]) await push(`maxPods: ${pods}\n`)
    expect((await rollback(1)).body).toContain('50')
  })

  test('passes over a revision that means the same, and one that a node has rolled back', async () => {
    for (const pods of [50, 60, 70]) await push(`maxPods: ${pods}\n`)
    await push('maxPods: 70 # the same\n')
    const at60 = (await history()).rows.find(({ past }) => past.revision === 2)!
    const remembered = { digest: at60.digest!, kubeletVersion: 'v1.36.3', because: said('X', 'x'), at: 0 }
    report(world, 'node-a', { phase: 'Good', bad: [remembered] })
    const { plan, body } = await rollback()
    expect(body).toContain('50')
    expect(plan.notes).toMatchObject([{ reason: 'RevisionSkipped', revision: 2, nodes: ['node-a'] }])
  })

  test('brings back a document that another client has deleted', async () => {
    await push('maxPods: 50\n')
    await push('maxPods: 60\n')
    removeByHand()
    const { plan, body } = await rollback()
    expect(body).toContain('60')
    expect(plan.steps).toMatchObject([{ action: 'create', revision: 3 }])
  })

  test('is validated like any push', async () => {
    await pushTo(world, 'maxPods: -70\n', { targets: [globalTarget] }).catch(() => undefined)
    await world.cluster.history.record(
      { target: globalTarget, revision: 1, body: `${header}maxPods: -70\n`, stamp: {} },
      'none',
      limits,
    )
    await expect(rollback(1, globalTarget)).rejects.toMatchObject({ fact: { reason: 'PushRefused' } })
  })

  test.each([
    ['to a revision that is not kept', 7, { reason: 'RevisionNotFound', revisions: [1] }],
    ['of the only revision', undefined, { reason: 'NoEarlierRevision', rolledBack: [] }],
  ])('%s is not possible', async (_, to, fact) => {
    await push('maxPods: 50\n')
    await expect(rollback(to)).rejects.toMatchObject({ code: 'invalid', fact })
  })
})

test('a node that does not exist has a history only if something was stored for it', async () => {
  const nobody = nodeTarget('node-zz')
  const notFound = { code: 'invalid', fact: { reason: 'NodeNotFound', subject: { name: 'node-zz' } } }
  await expect(history(nobody)).rejects.toMatchObject(notFound)
  await expect(rollback(undefined, nobody)).rejects.toMatchObject(notFound)
  await pushTo(world, 'maxPods: 50\n', { targets: [nobody] })
  expect((await history(nobody)).rows).toHaveLength(1)
})

describe('the histories of several documents', () => {
  const [b, z] = ['node-b', 'node-zz'].map(nodeTarget)
  const several = async (wanted: WantedTargets) => {
    const { rows, unknown, warnings } = await listHistories(world.cluster, wanted, limits)
    const numbers = rows.map(({ past: { target, revision } }) => [target.kind === 'node' && target.node, revision])
    return { numbers, unknown, warnings: warnings.map(({ reason }) => reason) }
  }
  beforeEach(async () => {
    await push('maxPods: 50\n')
    await push('maxPods: 60\n')
    await push('maxPods: 70\n', b)
  })

  test('are listed target by target, and a node that nobody knows does not hide the others', async () => {
    const numbers = [
      ['node-b', 1],
      ['node-a', 2],
      ['node-a', 1],
    ]
    expect(await several([b!, z!, nodeA, nodeTarget('node-y')])).toEqual({
      ...{ numbers, unknown: ['node-zz', 'node-y'], warnings: [] },
    })
  })

  test('say of each what they say of it alone', async () => {
    const active = await reported(world, nodeA)
    report(world, 'node-a', { phase: 'Good', assigned: active, active })
    put(world, b!, `${header}maxPods: 55\n`)
    const alone = [await history(), await history(b)]
    const { rows, warnings } = await listHistories(world.cluster, [nodeA, b!], limits)
    expect(rows).toEqual(alone.flatMap((one) => one.rows))
    expect(rows.map(({ isStored, nodes }) => [isStored, nodes])).toEqual([
      [true, ['node-a']],
      [false, []],
      [false, []],
    ])
    expect(warnings).toEqual(alone.flatMap((one) => one.warnings))
  })

  test('are those of the nodes with these labels', async () => {
    expect((await several({ selector: 'kubernetes.io/os=linux' })).numbers).toHaveLength(3)
    await expect(several({ selector: 'no=such' })).rejects.toMatchObject({ code: 'invalid', reason: 'NoNodeMatches' })
  })

  test('are listed to who may not see nodes, with one warning', async () => {
    world.mishap = ({ path }) => (path.startsWith('/api/v1/nodes') ? forbidden('forbidden') : undefined)
    const { numbers, unknown, warnings } = await several([nodeA, b!, z!])
    expect([numbers.length, unknown, warnings]).toEqual([3, [], ['NodesNotVisible']])
  })

  test('of many targets are three lists', async () => {
    const before = world.sent.length
    await several(Array.from({ length: 12 }, (_, i) => nodeTarget(`node-${String.fromCharCode(97 + i)}`)))
    expect(
      world.sent
        .slice(before)
        .map(({ path }) => path.replace(/^.*\//, ''))
        .toSorted(),
    ).toEqual([...['configmaps', 'controllerrevisions', 'nodes']])
  })
})
