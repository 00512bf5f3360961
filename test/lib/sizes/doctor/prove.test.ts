import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { proveResize } from '../../../../src/lib/sizes/doctor/prove.ts'
import { parseSize } from '../../../../src/lib/sizes/model/size.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import {
  askedOf,
  balloonOf,
  bindPod,
  clusterWithBalloons,
  isResize,
  resizeByHand,
  resizeNodes,
  runPod,
} from '../resize/balloons.ts'

let world: InProcess

beforeEach(() => {
  world = clusterWithBalloons({ name: 'node-a' })
})
afterEach(() => world[Symbol.dispose]())

const prove = (its = limits) => proveResize(world, { node: 'node-a', timeoutMs: 5_000 }, its)
const requests = () => balloonOf(world).spec.containers[0]!.resources!.requests
/** The sizes that are stored. */
const texts = async () =>
  (await world.cluster.desiredSizes.list(limits)).flatMap(({ desiredSizes }) =>
    [...desiredSizes.values()].map(({ text }) => text),
  )
/** Just before the first resize arrives, and not before that which undoes it. */
function onResize(happen: () => void): void {
  let isFirst = true
  world.mishap = (call) => {
    if (isFirst && isResize(call) && call.query?.['dryRun'] === undefined) {
      isFirst = false
      happen()
    }
    return undefined
  }
}
const least = { cpu: '1m', memory: '16Mi' }

test('a resize by 1m is granted and undone', async () => {
  const asked = askedOf(world)
  const proof = await prove()
  expect(proof).toMatchObject({ reason: 'ResizeProven', subject: { kind: 'Node', name: 'node-a' } })
  expect(asked).toEqual([{ cpu: '2m', memory: '16Mi' }, least])
})

test('the size that a node has stays, and so does the one that is stored', async () => {
  const size = { cpu: parseSize('cpu', '2') }
  await resizeNodes(world, { nodes: { by: 'name', names: ['node-a'] }, size, timeoutMs: 5_000, dryRun: 'none' })
  const stored = await texts()
  const asked = askedOf(world)
  await prove()
  expect(asked.map(({ cpu }) => cpu)).toEqual(['2001m', '2'])
  expect(await texts()).toEqual(stored)
})

describe('nothing is left of a resize', () => {
  afterEach(() => expect(requests()).toEqual(least))

  test('that is not granted, because a pod was faster', async () => {
    onResize(() => runPod(world, { name: 'web', cpu: '3999m', memory: '1Gi' }))
    await expect(prove()).rejects.toMatchObject({ code: 'reverted', fact: { reason: 'ResizeReverted' } })
  })

  test('that the kubelet does not answer', async () => {
    world.sandbox.stopKubelet('node-a')
    await expect(prove()).rejects.toMatchObject({ code: 'timeout', fact: { reason: 'UnconfirmedReverted' } })
  })

  test('that Ctrl-C interrupts', async () => {
    const controller = new AbortController()
    world.sandbox.stopKubelet('node-a')
    onResize(() => void world.clock.after(100, () => controller.abort()))
    await expect(prove({ signal: controller.signal })).rejects.toMatchObject({ code: 'interrupted' })
  })

  test('for which there is no room: nothing is sent', async () => {
    bindPod(world, { name: 'web', cpu: '3999m', memory: '1Gi' })
    const asked = askedOf(world)
    await expect(prove()).rejects.toMatchObject({ code: 'refused', fact: { reason: 'NoRoom' } })
    expect(asked).toEqual([])
  })
})

test('a balloon that another client has resized is left alone', async () => {
  resizeByHand(world, { cpu: '7m', memory: '16Mi' })
  world.sandbox.advance(1_000)
  const asked = askedOf(world)
  await expect(prove()).rejects.toMatchObject({ code: 'refused', fact: { reason: 'ProofOverrulesOther' } })
  expect(asked).toEqual([])
})
