import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { NodeSelection } from '../../../../src/lib/nodes/node-selection.ts'
import { parseSize } from '../../../../src/lib/sizes/model/size.ts'
import { applyResizes } from '../../../../src/lib/sizes/resize/apply-resizes.ts'
import { planResizes } from '../../../../src/lib/sizes/resize/plan-resizes.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits } from '../../cluster/clusters.ts'
import {
  askedOf,
  balloonOf,
  bindPod,
  clusterWithBalloons,
  install,
  make,
  type Quantities,
  resizeByHand,
  resizeNodes,
  runPod,
} from './balloons.ts'

const names = ['node-a', 'node-b', 'node-c', 'node-d', 'node-e', 'node-f']
const twoCores = { size: { cpu: parseSize('cpu', '2') }, timeoutMs: 5_000, dryRun: 'none' } as const
let world: InProcess
let asked: readonly Quantities[]

beforeEach(() => {
  world = clusterWithBalloons(...names.map((name) => ({ name })))
  asked = askedOf(world)
})
afterEach(() => world[Symbol.dispose]())

/** Gives nodes two cores: by node, what came of it. */
async function resize(nodes: NodeSelection): Promise<Readonly<Record<string, string | undefined>>> {
  const outcomes = await resizeNodes(world, { ...twoCores, nodes })
  for (const { node, outcome } of outcomes.filter(({ outcome }) => outcome.failure !== undefined))
    expect(outcome.failure?.fact.subject).toEqual({ kind: 'Node', name: node })
  return Object.fromEntries(
    outcomes.map(({ node, outcome }) => [node, outcome.failure?.code ?? outcome.value?.outcome]),
  )
}

describe('a resize that was left pending', () => {
  const claimed = { cpu: '3', memory: '16Mi' }
  const cancel = () => resizeNodes(world, { nodes: { by: 'all' }, size: 'granted', timeoutMs: 5_000, dryRun: 'none' })
  const outcomesOf = (items: Awaited<ReturnType<typeof cancel>>) =>
    Object.fromEntries(items.map(({ node, outcome }) => [node, outcome.failure?.fact ?? outcome.value?.outcome]))

  test('is canceled, and nothing else is resized', async () => {
    runPod(world, { name: 'large', cpu: '3', memory: '1Gi' })
    resizeByHand(world, claimed)
    world.sandbox.advance(1_000)
    expect(outcomesOf(await cancel())).toEqual({
      ...Object.fromEntries(names.map((name) => [name, 'unchanged'])),
      'node-a': 'resized',
    })
    expect(asked).toEqual([claimed, { cpu: '1m', memory: '16Mi' }])
    expect(outcomesOf(await cancel())).toEqual(Object.fromEntries(names.map((name) => [name, 'unchanged'])))
  })

  test('is canceled though the kubelet does not answer, which is said', async () => {
    world.sandbox.stopKubelet('node-a')
    resizeByHand(world, claimed)
    expect(outcomesOf(await cancel())['node-a']).toMatchObject({ reason: 'ResizeNotConfirmed' })
    expect(asked).toEqual([claimed, { cpu: '1m', memory: '16Mi' }])
  })
})

describe('several nodes', () => {
  test('have an outcome each, which names its node, and none stops the others', async () => {
    world.sandbox.stopKubelet('node-b')
    bindPod(world, { name: 'large', node: 'node-d', cpu: '3', memory: '1Gi' })
    expect(await resize({ by: 'name', names: ['node-c', 'gone', 'node-b', 'node-a', 'node-d'] })).toEqual({
      'node-c': 'resized',
      gone: 'invalid',
      'node-b': 'timeout',
      'node-a': 'resized',
      'node-d': 'refused',
    })
  })
  test('named twice are resized once', async () => {
    expect(await resize({ by: 'name', names: ['node-a', 'node-a'] })).toEqual({ 'node-a': 'resized' })
    expect(asked).toHaveLength(1)
  })
  test('are those that a selector selects', async () => {
    const [one, other] = ['node-a', 'node-b']
    const path = (name: string) => ({ method: 'PATCH', path: `/api/v1/nodes/${name}` }) as const
    const body = { metadata: { labels: { pool: 'batch' } } }
    for (const name of [one, other]) world.asAdmin({ ...path(name), contentType: 'application/merge-patch+json', body })
    expect(await resize({ by: 'label', selector: 'pool=batch' })).toEqual({ [one]: 'resized', [other]: 'resized' })
  })
  test('that a selector does not select are an error, for a script would go on', async () => {
    await expect(resize({ by: 'label', selector: 'pool=none' })).rejects.toMatchObject({
      code: 'invalid',
      fact: { reason: 'NoNodeMatches', selector: 'pool=none' },
    })
  })
  test('are measured again when their turn comes late', async () => {
    const [late, ...early] = names.toReversed()
    for (const name of early) world.sandbox.stopKubelet(name)
    world.clock.after(3_000, () => bindPod(world, { name: 'large', node: late!, cpu: '3', memory: '1Gi' }))
    expect(await resize({ by: 'name', names })).toEqual({
      ...Object.fromEntries(early.map((name) => [name, 'timeout'])),
      [late!]: 'refused',
    })
  })
})

describe('all nodes', () => {
  const all = { ...twoCores, nodes: { by: 'all' } } as const

  test('are those with a balloon, and the others are named in a note', async () => {
    world = clusterOf({}, { name: 'control-plane', labels: {} }, { name: 'win-1', operatingSystem: 'windows' })
    install(world)
    const plan = await planResizes(world, all, limits)
    expect(plan.notes).toEqual([{ reason: 'NodesSkipped', names: ['control-plane', 'win-1'] }])
    expect(await applyResizes(world, plan, limits)).toMatchObject([
      { node: 'node-a', outcome: { value: { outcome: 'resized' } } },
    ])
  })
  test('include those that should have a balloon and cannot be resized: they fail', async () => {
    world = clusterOf({}, { name: 'old-1', kubeletVersion: 'v1.31.4' })
    install(world)
    const outcomes = await resizeNodes(world, all)
    expect(outcomes.map(({ node, outcome }) => [node, outcome.failure?.fact.reason])).toEqual([
      ['node-a', undefined],
      ['old-1', 'KubeletTooOld'],
    ])
  })
  test('without any balloon are an error, with the reason', async () => {
    world = clusterOf({}, { name: 'node-b' })
    await expect(planResizes(world, all, limits)).rejects.toMatchObject({
      code: 'invalid',
      fact: { reason: 'NoManagedNode', because: { reason: 'NotInstalled', subject: { name: 'node-a' } } },
    })
    await expect(planResizes(clusterOf(), all, limits)).rejects.toMatchObject({
      fact: { reason: 'NoManagedNode', because: undefined },
    })
  })
  test('get the size of the plan, even if the confirmation took long and another client resized meanwhile', async () => {
    const less = { ...all, size: { cpu: parseSize('cpu', '-1') } }
    world = clusterWithBalloons({})
    const plan = await planResizes(world, less, limits)
    world.sandbox.advance(60_000)
    resizeByHand(world, { cpu: '500m', memory: '16Mi' })
    world.sandbox.advance(1_000)
    await applyResizes(world, plan, limits)
    expect(balloonOf(world).spec.containers[0]?.resources?.requests).toMatchObject({ cpu: '1001m' })
  })
})

describe('a resize', () => {
  const [node] = names
  const nodes: NodeSelection = { by: 'name', names: [node!] }
  const dryRuns = () => world.sent.filter(({ path, query }) => path.endsWith('/resize') && query?.['dryRun']).length
  const addLimitRange = (...items: object[]) =>
    make(world, {
      ...{ apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'lr', namespace: 'kube-system' } },
      spec: { limits: items },
    })
  const ofSmallPods = { type: 'Pod', min: { cpu: '1m' } }
  const ofContainers = { type: 'Container', default: { cpu: '4' } }

  test('is sent at once while no LimitRange changes balloons', async () => {
    addLimitRange(ofSmallPods)
    expect(await resize(nodes)).toEqual({ [node!]: 'resized' })
    expect(dryRuns()).toBe(0)
  })
  test('is sent only as a dry run if a LimitRange would add limits', async () => {
    addLimitRange(ofSmallPods, ofContainers)
    expect(await resize(nodes)).toEqual({ [node!]: 'refused' })
    expect([dryRuns(), asked]).toEqual([1, []])
  })
  test('is sent as a dry run first if LimitRanges may not be listed', async () => {
    world.mishap = ({ path }) => (path.endsWith('/limitranges') ? forbidden('limitranges is forbidden') : undefined)
    expect(await resize(nodes)).toEqual({ [node!]: 'resized' })
    expect(dryRuns()).toBe(1)
  })
  test('that gets limits nevertheless has a warning', async () => {
    addLimitRange(ofContainers)
    const body = { apiVersion: 'v1', kind: 'LimitRangeList', metadata: {}, items: [] }
    world.mishap = ({ path }) => (path.endsWith('/limitranges') ? { kind: 'answer', status: 200, body } : undefined)
    const [outcome] = await resizeNodes(world, { ...twoCores, nodes })
    expect(outcome?.outcome.value).toMatchObject({
      outcome: 'resized',
      warnings: [
        { reason: 'BalloonHasLimits', subject: { name: node }, resourceLimits: [{ kind: 'limit', text: '4' }] },
      ],
    })
  })
  test('is confirmed although the server no longer has the version of the list', async () => {
    let expired = 0
    world.mishap = ({ query }) =>
      query?.['watch'] === 'true' && expired++ === 0 ? { kind: 'answer', status: 410, body: gone } : undefined
    expect(await resize(nodes)).toEqual({ [node!]: 'resized' })
    expect(expired).toBe(1)
  })
})

const gone = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'Expired', code: 410 }
