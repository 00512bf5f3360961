import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { parseSize } from '../../../../src/lib/sizes/model/size.ts'
import { applyResizes } from '../../../../src/lib/sizes/resize/apply-resizes.ts'
import { planResizes, type ResizeRequest } from '../../../../src/lib/sizes/resize/plan-resizes.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import {
  askedOf,
  balloonOf,
  bindPod,
  clusterWithBalloons,
  giveBalloon,
  type Quantities,
  resizeByHand,
} from './balloons.ts'
import { cordonOf, free } from './cordons.ts'
import { keptSize } from './kept-sizes.ts'

const names = ['node-a', 'node-b', 'node-c', 'node-d', 'node-e', 'node-f', 'node-g']
const floor = { cpu: '1m', memory: '16Mi' }
const shrunk = { cpu: '2', memory: '16Mi' }
let world: InProcess
let asked: readonly Quantities[]
beforeEach(() => {
  world = clusterWithBalloons(...names.map((name) => ({ name })))
  asked = askedOf(world)
})
afterEach(() => world[Symbol.dispose]())

const requestOf = (node: string) => balloonOf(world, node).spec.containers[0]?.resources?.requests

/** By node: the outcome, or the reason of the failure. */
async function set(more: Partial<ResizeRequest>, signal = limits.signal): Promise<Readonly<Record<string, string>>> {
  const size = { cpu: parseSize('cpu', '2') }
  const request = { nodes: { by: 'all' }, size, timeoutMs: 5_000, dryRun: 'none', ...more } as const
  const items = await applyResizes(world, await planResizes(world, request, limits), { signal })
  return Object.fromEntries(
    items.map(({ node, outcome }) => [node, outcome.failure?.fact.reason ?? outcome.value?.outcome ?? '']),
  )
}
const each = (outcome: string, ...except: readonly string[]) =>
  Object.fromEntries(names.filter((name) => !except.includes(name)).map((name) => [name, outcome]))

/** node-b cannot become smaller: its kubelet is silent, which no plan can know. */
const silent = () => world.sandbox.stopKubelet('node-b')
const full = () => bindPod(world, { name: 'large', node: 'node-b', cpu: '3', memory: '1Gi' })

describe('after so many failures, no further node is tried', () => {
  const fill = (nodes: readonly string[]) => {
    for (const node of nodes) bindPod(world, { name: `large-${node}`, node, cpu: '3', memory: '1Gi' })
  }

  const refusals = names.map((_, i) => names.slice(i))
  const cases = refusals.flatMap((full) => [1, 2, 7].map((maxFailures) => ({ full, maxFailures })))
  const dryRuns = ['none', 'client', 'server'] as const

  test.each(cases)(
    'what the plan refuses has failed before anything is sent: $full.length, $maxFailures',
    async (one) => {
      fill(one.full)
      for (const dryRun of dryRuns.toReversed()) {
        const fitting = dryRun === 'none' ? 'resized' : 'planned'
        const rest = one.full.length >= one.maxFailures ? 'NotTried' : fitting
        expect(await set({ maxFailures: one.maxFailures, dryRun })).toEqual({
          ...each(rest, ...one.full),
          ...Object.fromEntries(one.full.map((name) => [name, 'NoRoom'])),
        })
      }
      expect(asked.filter(({ cpu }) => cpu !== '1m')).toHaveLength(
        one.full.length >= one.maxFailures ? 0 : names.length - one.full.length,
      )
    },
  )
  test('so does a node that does not exist', async () => {
    const nodes = { by: 'name', names: ['node-a', 'node-typo'] } as const
    expect(await set({ nodes, maxFailures: 1 })).toEqual({ 'node-a': 'NotTried', 'node-typo': 'NodeNotFound' })
    expect(asked).toEqual([])
  })
  test('nodes that are begun at the same time as one that fails are tried', async () => {
    silent()
    expect(await set({ maxFailures: 1 })).toEqual({
      ...each('resized', 'node-b', 'node-g'),
      ...{ 'node-b': 'UnconfirmedReverted', 'node-g': expect.any(String) },
    })
  })
  test('after Ctrl-C, the nodes that are left say so', async () => {
    for (const name of names.slice(0, 5)) world.sandbox.stopKubelet(name)
    const controller = new AbortController()
    world.clock.after(2_000, () => controller.abort(new Failure('interrupted', { reason: 'Interrupted' })))
    const size = { cpu: parseSize('cpu', '2') }
    const request = { nodes: { by: 'all' }, size, timeoutMs: 5_000, dryRun: 'none', maxFailures: 1 } as const
    const items = await applyResizes(world, await planResizes(world, request, limits), { signal: controller.signal })
    expect(items.slice(5).map(({ outcome }) => outcome.failure)).toMatchObject(
      Array(2).fill({ code: 'interrupted', fact: { reason: 'NotTried', cause: 'interruption' } }),
    )
  })
})

describe('all nodes or none', () => {
  test('all, if nothing fails', async () => {
    expect(await set({ atomic: true })).toEqual(each('resized'))
  })
  test('nothing is sent if a plan is refused', async () => {
    full()
    expect(await set({ atomic: true })).toEqual({ ...each('NotTried'), 'node-b': 'NoRoom' })
    expect(asked).toEqual([])
  })
  test('nor if only a part of one fits', async () => {
    bindPod(world, { name: 'large', node: 'node-b', cpu: '3', memory: '1Gi' })
    expect(await set({ atomic: true, ifFull: 'partial' })).toEqual({ ...each('NotTried'), 'node-b': 'NoRoom' })
    expect(asked).toEqual([])
  })
  test('a dry run says the same', async () => {
    full()
    expect(await set({ atomic: true, dryRun: 'client' })).toEqual({ ...each('NotTried'), 'node-b': 'NoRoom' })
  })
  test('those that were resized are put back when one fails, and no further one is tried', async () => {
    silent()
    giveBalloon(world, { cpu: '500m', memory: '16Mi' })
    const ends = await set({ atomic: true })
    expect(ends).toMatchObject({ 'node-a': 'PutBack', 'node-b': 'UnconfirmedReverted', 'node-c': 'PutBack' })
    expect(new Set(Object.values(ends))).toEqual(new Set(['PutBack', 'UnconfirmedReverted']))
    expect(requestOf('node-a')).toEqual({ cpu: '500m', memory: '16Mi' })
    for (const name of names.slice(1)) expect(requestOf(name)).toEqual(floor)
    expect(cordonOf(world)).toEqual(free)
  })
  test('after Ctrl-C, too', async () => {
    silent()
    const controller = new AbortController()
    world.clock.after(2_000, () => controller.abort(new Failure('interrupted', { reason: 'Interrupted' })))
    expect(await set({ atomic: true }, controller.signal)).toEqual({
      ...each('PutBack'),
      'node-b': 'UnconfirmedReverted',
    })
    expect(requestOf('node-a')).toEqual(floor)
    expect(keptSize(world)).toBeUndefined()
  })
  test('what another client has resized since stays, and is said', async () => {
    silent()
    const theirs = { cpu: '1', memory: '16Mi' }
    world.clock.after(2_000, () => resizeByHand(world, theirs))
    expect(await set({ atomic: true })).toMatchObject({ 'node-a': 'NotPutBack', 'node-c': 'PutBack' })
    expect(requestOf('node-a')).toEqual(theirs)
  })
  test('a node that grew and has been filled since stays, and is said', async () => {
    giveBalloon(world, { cpu: '3', memory: '16Mi' })
    silent()
    world.clock.after(2_000, () => bindPod(world, { name: 'new', cpu: '1500m', memory: '1Gi' }))
    expect(await set({ atomic: true })).toMatchObject({ 'node-a': 'NotPutBack' })
    expect(requestOf('node-a')).toEqual(shrunk)
  })
})
