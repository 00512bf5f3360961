import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { parseSize } from '../../../../src/lib/sizes/model/size.ts'
import { setSize } from '../../../../src/lib/sizes/resize/execute-resize.ts'
import { measureNode } from '../../../../src/lib/sizes/resize/survey.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { askedOf, clusterWithBalloons, type Quantities, reportOf, resizeByHand } from './balloons.ts'
import { failing, floor, setCpu, shrunk, theirs } from './four-cores.ts'

let world: InProcess
let asked: readonly Quantities[]

/** The kubelet is down; what it would say is written into the status of the pod. */
beforeEach(() => {
  world = clusterWithBalloons({})
  world.sandbox.stopKubelet('node-a')
  asked = askedOf(world)
})
afterEach(() => world[Symbol.dispose]())

const set = () => setCpu(world, '2')
const meanwhile = (happens: () => void) => world.clock.after(1_000, happens)
const infeasible = { type: 'PodResizePending', reason: 'Infeasible', message: 'never' }

test('a resize that will never be granted is taken back', async () => {
  meanwhile(() => reportOf(world, { conditions: [infeasible] }))
  await expect(set()).rejects.toMatchObject({ code: 'reverted' })
  expect(asked).toEqual([shrunk, floor])
})

test('a resize that was granted, and that the runtime fails to carry out, is a warning', async () => {
  const failing = { type: 'PodResizeInProgress', reason: 'Error', message: 'runc failed' }
  meanwhile(() => reportOf(world, { granted: shrunk, conditions: [failing] }))
  const change = await set()
  expect(change).toMatchObject({ outcome: 'resized' })
  const subject = { kind: 'Node', name: 'node-a' }
  expect(change.warnings).toEqual([{ reason: 'RuntimeFailing', subject, runtimeMessage: 'runc failed' }])
  expect(asked).toEqual([shrunk])
})

test('a resize that somebody else overtakes is a conflict, and theirs stands', async () => {
  meanwhile(() => resizeByHand(world, theirs))
  const before = expect.objectContaining({ cpu: 3_999n })
  const now = expect.objectContaining({ cpu: 1_000n })
  await expect(set()).rejects.toEqual(failing('conflict', { reason: 'ResizedSince', before, now }))
  expect(asked).toEqual([shrunk, theirs])
})

test("somebody else's equal resize that is not granted is refused, and stays theirs", async () => {
  resizeByHand(world, shrunk)
  meanwhile(() => reportOf(world, { conditions: [infeasible] }))
  await expect(set()).rejects.toMatchObject({ code: 'refused' })
  expect(asked).toEqual([shrunk])
})

describe('a resize that gives room back', () => {
  const applying = { granted: floor, applied: shrunk, conditions: [{ type: 'PodResizeInProgress' }] }

  beforeEach(() => {
    resizeByHand(world, shrunk)
    reportOf(world, { granted: shrunk, applied: shrunk, conditions: [] })
  })

  test('is done when the runtime has applied it, for the scheduler counts what it applies', async () => {
    const from = world.clock.monotonic()
    world.clock.after(1_000, () => reportOf(world, applying))
    world.clock.after(3_000, () => reportOf(world, { ...applying, applied: floor, conditions: [] }))
    const { outcome, after } = await setCpu(world, 'max')
    const measured = await measureNode(world.cluster, 'node-a', { signal: new AbortController().signal })
    expect({ outcome, after }).toEqual({ outcome: 'resized', after: measured.size })
    expect(world.clock.monotonic() - from).toBeGreaterThanOrEqual(3_000)
  })

  test('stays requested, and is not confirmed, while the runtime does not apply it', async () => {
    meanwhile(() => reportOf(world, applying))
    const fact = { reason: 'ResizeNotConfirmed', because: { reason: 'RuntimeNotDone' } }
    await expect(setCpu(world, 'max')).rejects.toEqual(failing('timeout', fact))
    await expect(setCpu(world, 'max')).rejects.toEqual(
      failing('timeout', { reason: 'EarlierResizeNotGranted', because: { reason: 'RuntimeNotDone' } }),
    )
    expect(asked).toEqual([shrunk, floor])
  })

  test('stays requested where the other resource takes room: what is granted is not reverted', async () => {
    const mixed = { cpu: '1m', memory: '1Gi' }
    const more = { cpu: parseSize('cpu', 'max'), memory: parseSize('memory', '15Gi') }
    meanwhile(() => reportOf(world, { ...applying, granted: { cpu: '1m', memory: '1Gi' } }))
    const measured = await measureNode(world.cluster, 'node-a', { signal: new AbortController().signal })
    const request = { size: more, timeoutMs: 5_000, dryRun: 'none' } as const
    const setting = setSize(world, { measured, request }, { signal: new AbortController().signal })
    await expect(setting).rejects.toEqual(failing('timeout', { reason: 'ResizeNotConfirmed' }))
    expect(asked.at(-1)).toEqual(mixed)
  })
})
