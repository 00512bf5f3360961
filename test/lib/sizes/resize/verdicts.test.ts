import { afterEach, beforeEach, expect, test } from '@jest/globals'
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
