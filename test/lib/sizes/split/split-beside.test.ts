import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { amountsOf } from '../../../../src/lib/pods/amounts.ts'
import { diagnoseSizing } from '../../../../src/lib/sizes/doctor/doctor.ts'
import { partsOnHost, planSplit, type SplitRequest } from '../../../../src/lib/sizes/split/split.ts'
import { applySplit } from '../../../../src/lib/sizes/split/split-apply.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { askedOf, clusterWithBalloons, type Quantities } from '../resize/balloons.ts'

const names = ['node-a', 'node-b', 'node-c']
let world: InProcess
let asked: readonly Quantities[]

const on = (bootID: string) => (name: string) => ({ name, bootID })
beforeEach(() => {
  world = clusterWithBalloons(...names.map(on('boot-1')), on('boot-2')('node-x'), { name: 'node-y' })
  asked = askedOf(world)
})
afterEach(() => world[Symbol.dispose]())

const exact = { timeoutMs: 5_000, dryRun: 'none', host: {} } as const

async function split(nodes: readonly string[], request: Partial<SplitRequest> = {}) {
  const parts = nodes.map((node) => ({ node, weight: 1n }))
  const plan = await planSplit(world, { ...exact, parts, ...request }, limits)
  const outcomes = await applySplit(world, plan, limits)
  const words = outcomes.map(({ node, outcome }) => [node, outcome.failure?.fact.reason ?? outcome.value?.outcome])
  return { became: Object.fromEntries(words), refusal: plan.refusal?.fact, notes: plan.notes }
}
const two = ['node-a', 'node-b']

test('a node of the host that was not named keeps all from being resized, by name, while they would exceed it together', async () => {
  const { became, refusal } = await split(two)
  expect(became).toEqual({ 'node-a': 'SplitRefused', 'node-b': 'SplitRefused' })
  const excess = amountsOf({ cpu: '3999m', memory: '16368Mi' })
  expect(refusal).toMatchObject({ problems: [{ reason: 'HostHasMoreNodes', names: ['node-c'], excess }] })
  expect(asked).toEqual([])
})

test('it is no matter when there is room for what it has, or it is left out by name', async () => {
  await split(names)
  const part = await split(two, { host: amountsOf({ cpu: '2', memory: '8Gi' }) })
  expect(part).toMatchObject({ refusal: undefined, became: { 'node-a': 'resized', 'node-b': 'resized' } })
  expect(part.notes).toEqual([{ reason: 'HostPartSplit', names: ['node-c'] }])
  expect(await split(two, { host: amountsOf({ cpu: '3', memory: '8Gi' }) })).toMatchObject({
    refusal: { problems: [{ reason: 'HostHasMoreNodes', excess: { cpu: 333n, memory: 0n } }] },
  })
  expect(await split(two, { without: ['node-c'] })).toMatchObject({ refusal: undefined, notes: [] })
})

test('all nodes of a host are found by the name of one', async () => {
  const found = (hostOf: string, without?: readonly string[]) => partsOnHost(world, { hostOf, without }, limits)
  expect(await found('node-b')).toEqual(names.map((node) => ({ node, weight: 1n })))
  expect(await found('node-b', ['node-a'])).toHaveLength(2)
  for (const [name, reason] of [
    ['node-x', 'HostNotShared'],
    ['node-y', 'HostUnknown'],
    ['node-z', 'NodeNotFound'],
  ] as const)
    await expect(found(name)).rejects.toMatchObject({ code: 'invalid', fact: { reason } })
})

test('doctor names the nodes of a host that offer more than it has, until they are split', async () => {
  const exceeded = async () => {
    const { care } = await diagnoseSizing(world, [], limits)
    return care.filter(({ reason }) => reason === 'HostExceeded')
  }
  const excess = amountsOf({ cpu: '7997m', memory: '32720Mi' })
  expect(await exceeded()).toEqual([{ reason: 'HostExceeded', nodes: names, excess }])
  await split(names)
  expect(await exceeded()).toEqual([])
})
