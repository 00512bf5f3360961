import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { podsPath } from '../../../../src/lib/api/kinds.ts'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { type Amounts, amountsOf, resources, subtract, sum } from '../../../../src/lib/pods/amounts.ts'
import { allocatedOf, requestsOf } from '../../../../src/lib/pods/requests.ts'
import { memoryOf } from '../../../../src/lib/quantity/memory.ts'
import { planSplit, type SplitRequest } from '../../../../src/lib/sizes/split/split.ts'
import { applySplit } from '../../../../src/lib/sizes/split/split-apply.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { askedOf, balloonOf, clusterWithBalloons, isResize, type Quantities, runPod } from '../resize/balloons.ts'

const names = ['node-a', 'node-b', 'node-c']
const host = amountsOf({ cpu: '4', memory: '16Gi' })
let world: InProcess
let asked: readonly Quantities[]
let sums: readonly Amounts[]

beforeEach(() => {
  world = clusterWithBalloons(...names.map((name) => ({ name })))
  asked = askedOf(world)
  sums = sumsOf(world)
})
afterEach(() => world[Symbol.dispose]())

/** What the nodes have together, each time that it changes: a node has what its kubelet and its balloon leave. */
function sumsOf({ sandbox }: InProcess): readonly Amounts[] {
  const held = new Map<string, Amounts>()
  const all: Amounts[] = []
  const user = { name: 'observer', groups: ['system:masters'] }
  const call = { method: 'GET', path: podsPath('kube-system'), query: { watch: 'true' }, user } as const
  const reply = sandbox.handle({ ...call, headers: { accept: 'application/json' } })
  if (reply.kind !== 'watch') throw new Error(JSON.stringify(reply.body))
  reply.subscribe(
    ({ object }) => {
      const pod = object as Pod
      const [spec, granted] = [requestsOf(pod)!.amounts, allocatedOf(pod) ?? requestsOf(pod)!.amounts]
      const most = (left: bigint, right: bigint) => (left > right ? left : right)
      held.set(pod.spec.nodeName!, { cpu: most(spec.cpu, granted.cpu), memory: most(spec.memory, granted.memory) })
      if (held.size === names.length) all.push(sum([...held.values()].map((balloon) => subtract(host, balloon))))
    },
    () => undefined,
  )
  return all
}

const exact = { timeoutMs: 5_000, dryRun: 'none', host: {} } as const

async function split(weights: readonly number[], request: Partial<SplitRequest> = {}, nodes = names) {
  const parts = nodes.map((node, i) => ({ node, weight: BigInt(weights[i]!) }))
  const plan = await planSplit(world, { ...exact, parts, ...request }, limits)
  const outcomes = await applySplit(world, plan, limits)
  const words = outcomes.map(({ node, outcome }) => [node, outcome.failure?.fact.reason ?? outcome.value?.outcome])
  return { plan, outcomes, became: Object.fromEntries(words) }
}

const cpus = (...weights: readonly string[]) => Object.fromEntries(names.map((name, i) => [name, weights[i]]))

const balloonCpus = () =>
  cpus(...names.map((name) => balloonOf(world, name).spec.containers[0]?.resources?.requests?.['cpu'] ?? ''))

function expectNeverMore(): void {
  for (const [i, after] of sums.entries())
    for (const resource of resources)
      expect(after[resource] <= host[resource] || after[resource] <= (sums[i - 1] ?? after)[resource]).toBe(true)
}

describe('a split', () => {
  test('gives nodes sizes that sum exactly to the host: the largest allocatable of them', async () => {
    const { plan, became } = await split([1, 1, 1])
    expect(plan.host).toEqual(host)
    expect(became).toEqual(cpus('resized', 'resized', 'resized'))
    expect(sums.at(-1)).toEqual(host)
    expect(balloonCpus()).toEqual(cpus('2666m', '2667m', '2667m'))
    expectNeverMore()
  })
  test('of a split host makes nodes smaller before it makes any larger', async () => {
    await split([1, 1, 1])
    await split([4, 1, 3])
    await split([1, 4, 3])
    expect(sums.at(-1)).toEqual(host)
    expectNeverMore()
  })
  test('resizes a node twice that gets more of one resource and less of the other, and reports one change', async () => {
    await split([1, 1, 1], { host: amountsOf({ cpu: '3', memory: '3Gi' }) })
    const before = asked.length
    const { outcomes, became } = await split([1, 1, 4], { host: amountsOf({ cpu: '3', memory: '12Gi' }) })
    expect(asked.slice(before)).toHaveLength(2 + 3)
    expect(became).toEqual(cpus('resized', 'resized', 'resized'))
    expect(outcomes[0]?.outcome.value).toMatchObject({
      before: amountsOf({ cpu: '1', memory: '1Gi' }),
      after: amountsOf({ cpu: '500m', memory: '2Gi' }),
      balloon: { from: { cpu: '3', memory: '15Gi' }, to: { cpu: '3500m', memory: '14Gi' } },
    })
  })
  test('that is there already sends nothing', async () => {
    await split([1, 1, 1])
    const before = asked.length
    expect((await split([2, 2, 2])).became).toEqual(cpus('unchanged', 'unchanged', 'unchanged'))
    expect(asked).toHaveLength(before)
  })
  test('as a dry run changes nothing', async () => {
    for (const dryRun of ['client', 'server'] as const)
      expect((await split([2, 1, 1], { dryRun })).became).toEqual(cpus('planned', 'planned', 'planned'))
    expect(asked).toEqual([])
  })
  test('notes that nothing proves the host when kernels differ or are not reported', async () => {
    expect((await split([1, 1, 1])).plan.notes).toEqual([{ reason: 'HostNotProven', names }])
  })
})

describe('a split that one node cannot have', () => {
  test.each<[string, number[], Partial<SplitRequest>, string[], string[]]>([
    ['for its pods', [1, 2, 2], {}, names, ['NoRoom']],
    ['because it is larger than its machine', [4, 1, 9], { host: { cpu: 9_000n } }, names, ['SizeOutOfRange']],
    ['because nothing would be left of it', [1, 9_000, 9_000], {}, names, ['SizeOutOfRange']],
    ['because it does not exist', [1, 1, 1], {}, ['node-a', 'gone', 'lost'], ['NodeNotFound', 'NodeNotFound']],
  ])('%s resizes no node', async (_, weights, request, nodes, reasons) => {
    runPod(world, { name: 'web', cpu: '1', memory: '1Gi' })
    const { plan, outcomes } = await split(weights, request, nodes)
    expect(plan.refusal?.fact).toMatchObject({
      reason: 'SplitRefused',
      problems: reasons.map((reason) => ({ reason })),
    })
    expect(outcomes.map(({ node, outcome }) => [node, outcome.failure])).toEqual(
      nodes.map((node) => [node, plan.refusal]),
    )
    expect(asked).toEqual([])
  })
})

describe('when a node does not get smaller', () => {
  test('those that need its room do not get larger, and say whose room it is', async () => {
    await split([2, 1, 1])
    world.sandbox.latePod('node-a')
    const before = balloonCpus()
    const { outcomes, became } = await split([1, 2, 1])
    expect(became).toEqual({ 'node-a': 'ResizeReverted', 'node-b': 'GrowthWithheld', 'node-c': 'unchanged' })
    expect(outcomes[1]?.outcome.failure?.fact).toMatchObject({ lacking: ['cpu', 'memory'], holders: ['node-a'] })
    expect(balloonCpus()).toEqual(before)
    expectNeverMore()
  })
  test('because its kubelet is silent, the others still get what is free', async () => {
    await split([4, 2, 2], { host: { cpu: 2_000n, memory: memoryOf('8Gi') } })
    world.sandbox.stopKubelet('node-a')
    const { became } = await split([1, 2, 3], { host: { cpu: 2_400n, memory: memoryOf('9Gi') }, timeoutMs: 1_000 })
    expect(became).toEqual({ 'node-a': 'UnconfirmedReverted', 'node-b': 'resized', 'node-c': 'GrowthWithheld' })
    expectNeverMore()
  })
})

test('a node that another client made larger meanwhile keeps its size, and is a conflict', async () => {
  await split([2, 1, 1])
  const plan = await planSplit(
    world,
    { ...exact, parts: names.map((node, i) => ({ node, weight: [1n, 2n, 1n][i]! })) },
    limits,
  )
  world.mishap = (call) => {
    if (isResize(call) && call.path.includes(balloonOf(world, 'node-a').metadata.name))
      world.asAdmin({
        method: 'PATCH',
        path: `/api/v1/namespaces/kube-system/pods/${balloonOf(world, 'node-b').metadata.name}/resize`,
        contentType: 'application/strategic-merge-patch+json',
        body: { spec: { containers: [{ name: 'balloon', resources: { requests: { cpu: '1', memory: '1Gi' } } }] } },
      })
    return undefined
  }
  const outcomes = await applySplit(world, plan, limits)
  expect(outcomes.map(({ outcome }) => outcome.failure?.fact.reason)).toEqual([
    undefined,
    'ResizedMeanwhile',
    undefined,
  ])
})
