import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { podPath } from '../../../../src/lib/api/paths.ts'
import { Failure } from '../../../../src/lib/failure.ts'
import { setSize } from '../../../../src/lib/flows/sizes/set-size.ts'
import type { DryRunMode } from '../../../../src/lib/ports/limits.ts'
import { parseSize } from '../../../../src/lib/sizing/size.ts'
import type { InProcess, Mishap } from '../../../support/in-process.ts'
import { forbidden } from '../clusters.ts'
import {
  askedOf,
  balloonOf,
  clusterWithBalloons,
  giveBalloon,
  isResize,
  type Quantities,
  resizeByHand,
  runPod,
} from './balloons.ts'

const floor = { cpu: '1m', memory: '16Mi' }
const shrunk = { cpu: '2', memory: '16Mi' }
const theirs = { cpu: '3', memory: '16Mi' }
let world: InProcess
let asked: readonly Quantities[]

beforeEach(() => {
  world = clusterWithBalloons({})
  runPod(world, { name: 'web', cpu: '1', memory: '1Gi' })
  asked = askedOf(world)
})
afterEach(() => world[Symbol.dispose]())

const set = (
  cpu: string,
  { dryRun = 'none', signal = new AbortController().signal }: { dryRun?: DryRunMode; signal?: AbortSignal } = {},
) => setSize(world, { node: 'node-a', size: { cpu: parseSize('cpu', cpu) }, timeoutMs: 5_000, dryRun }, { signal })

/** What goes wrong with the resizes that are sent, the first one first. */
function onResizes(...mishaps: readonly (() => Mishap | undefined)[]): void {
  let count = 0
  world.mishap = (call) => (isResize(call) ? mishaps[count++]?.() : undefined)
}

const fine = () => undefined
const someone = (): undefined => resizeByHand(world, theirs) as undefined

describe('a resize that is granted', () => {
  test('is one request, and says before and after', async () => {
    expect(await set('2')).toMatchObject({ outcome: 'resized', before: { cpu: 3_999n }, after: { cpu: 2_000n } })
    expect(asked).toEqual([shrunk])
  })
  test('is not sent again', async () => {
    await set('2')
    expect(await set('2')).toMatchObject({ outcome: 'unchanged' })
    expect(world.sent.filter(isResize)).toHaveLength(1)
  })
  test.each<DryRunMode>(['client', 'server'])('is only planned in a %s dry run', async (dryRun) => {
    expect(await set('2', { dryRun })).toMatchObject({ outcome: 'planned', after: { cpu: 2_000n } })
    expect(asked).toEqual([])
  })
})

describe('a resize that is not granted', () => {
  test('is taken back when it is deferred, and says what fits', async () => {
    world.sandbox.latePod('node-a')
    const noRoom = "Node didn't have enough resource: cpu, requested: 2000, used: 3999, capacity: 4000"
    await expect(set('2')).rejects.toMatchObject({ code: 'full', message: expect.stringContaining(noRoom) })
    expect(asked).toEqual([shrunk, floor])
  })
  test('is taken back when the kubelet stays silent', async () => {
    world.sandbox.stopKubelet('node-a')
    await expect(set('2')).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('taken back') })
    expect(asked).toEqual([shrunk, floor])
  })
  test('stays asked when it makes the node larger: it can only be late', async () => {
    giveBalloon(world, shrunk)
    world.sandbox.stopKubelet('node-a')
    await expect(set('max')).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('asked, not confirmed'),
    })
    expect(asked).toEqual([shrunk, floor])
  })
  test('is taken back when waiting itself fails, and stays the failure that it was', async () => {
    world.mishap = ({ query }) =>
      query?.['fieldSelector']?.startsWith('metadata.name=') ? forbidden('you cannot watch pods') : undefined
    await expect(set('2')).rejects.toMatchObject({
      code: 'refused',
      message: 'not confirmed, and taken back: you cannot watch pods',
    })
    expect(asked).toEqual([shrunk, floor])
  })
  test('is refused before anything is sent when pods are in the way', async () => {
    await expect(set('500m')).rejects.toMatchObject({ code: 'refused' })
    expect(asked).toEqual([])
  })
  test('is taken back after Ctrl-C', async () => {
    const controller = new AbortController()
    world.sandbox.stopKubelet('node-a')
    world.clock.after(1_000, () => controller.abort(new Failure('interrupted', 'interrupted')))
    await expect(set('2', { signal: controller.signal })).rejects.toMatchObject({ code: 'interrupted' })
    expect(asked).toEqual([shrunk, floor])
  })
})

describe('a resize whose answer is lost', () => {
  test('is taken back if it had arrived', async () => {
    onResizes(() => ({ kind: 'lose-answer' }))
    await expect(set('2')).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('had arrived, and was taken back'),
    })
    expect(asked).toEqual([shrunk, floor])
  })
  test('is kept from arriving late: the balloon asks for the same in other words', async () => {
    onResizes(() => ({ kind: 'drop' }))
    await expect(set('2')).rejects.toMatchObject({
      message: expect.stringContaining('has not arrived, and no longer can'),
    })
    expect(asked).toEqual([{ cpu: '1m', memory: '16777216' }])
  })
})

describe('taking back', () => {
  test('leaves alone what somebody else has asked for since', async () => {
    world.sandbox.stopKubelet('node-a')
    onResizes(fine, someone)
    await expect(set('2')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('not taken back'),
    })
    expect(asked).toEqual([shrunk, theirs])
  })
  test('that fails prints the command that does it', async () => {
    world.sandbox.stopKubelet('node-a')
    onResizes(fine, () => ({ kind: 'refuse' }))
    const failure = await set('2').catch((error: Failure) => error)
    expect(failure).toMatchObject({ code: 'unreachable', message: expect.stringContaining('NOT taken back') })
    const { name } = balloonOf(world).metadata
    expect((failure as Failure).suggestions.join()).toContain(
      `kubectl patch pod ${name} -n kube-system --subresource resize --type json`,
    )
  })
})

test('the loser of two writers is told what the other asked for', async () => {
  onResizes(someone)
  await expect(set('2')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('now asks for cpu 3'),
  })
})

describe('a balloon that is replaced meanwhile', () => {
  /** Somebody deletes the balloon before its kubelet has looked at the first resize. */
  const replaceOnce = (): void => {
    const path = podPath('kube-system', balloonOf(world).metadata.name)
    onResizes(() => {
      world.clock.after(2, () => world.asAdmin({ method: 'DELETE', path }))
      return undefined
    })
  }

  test('hands the size on to the next one, once', async () => {
    replaceOnce()
    expect(await set('2')).toMatchObject({ outcome: 'resized' })
    expect(asked).toEqual([shrunk, shrunk])
  })
  test('does not change what a relative size, or a resource not named, was meant to be', async () => {
    giveBalloon(world, { cpu: '1', memory: '4Gi' })
    replaceOnce()
    expect(await set('-1')).toMatchObject({ after: { cpu: 2_000n, memory: 12n * 2n ** 30n } })
    expect(asked.at(-1)).toEqual({ cpu: '2', memory: '4Gi' })
  })
})

test("somebody else's equal resize is waited for, but not in a dry run", async () => {
  world.sandbox.kubeletDelay(2_000)
  resizeByHand(world, shrunk)
  const before = world.clock.now()
  expect(await set('2', { dryRun: 'client' })).toMatchObject({ outcome: 'unchanged' })
  expect(world.clock.now() - before).toBeLessThan(2_000)
  expect(await set('2')).toMatchObject({ outcome: 'unchanged' })
  expect(world.clock.now() - before).toBeGreaterThanOrEqual(2_000)
})
