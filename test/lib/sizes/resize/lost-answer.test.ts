import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { podPath } from '../../../../src/lib/api/kinds.ts'
import type { FailureCode } from '../../../../src/lib/message/failure.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { askedOf, balloonOf, giveBalloon, isResize, type Quantities, resizeByHand } from './balloons.ts'
import { failing, fine, floor, fourCores, onResizes, setCpu, shrunk, theirs } from './four-cores.ts'

let world: InProcess
let asked: readonly Quantities[]

beforeEach(() => {
  world = fourCores()
  asked = askedOf(world)
})
afterEach(() => world[Symbol.dispose]())

const isUncordon = (body: unknown): boolean =>
  (body as { spec?: { unschedulable?: unknown } } | undefined)?.spec?.unschedulable === null
const set = (cpu: string) => setCpu(world, cpu)
const lose = () => ({ kind: 'lose-answer' }) as const

describe('a resize whose answer is lost', () => {
  const lostWith = (code: FailureCode, outcome: string) => failing(code, { reason: 'ResizeAnswerLost', outcome })

  test('is reverted if it had arrived', async () => {
    onResizes(world, lose)
    await expect(set('2')).rejects.toEqual(lostWith('unreachable', 'Reverted'))
    expect(asked).toEqual([shrunk, floor])
  })
  test('stands if it makes the node larger, and is not confirmed', async () => {
    giveBalloon(world, shrunk)
    onResizes(world, lose)
    await expect(set('max')).rejects.toEqual(lostWith('timeout', 'Stands'))
    expect(asked).toEqual([shrunk, floor])
  })
  test('has its cordon undone beside the questions that follow', async () => {
    const { name } = balloonOf(world).metadata
    let lostAt = Number.NaN
    let undoneAt = Number.NaN
    world.mishap = (call) => {
      const { method, path, body } = call
      if (isResize(call) && Number.isNaN(lostAt)) lostAt = world.clock.monotonic()
      else if (method === 'GET' && path === podPath('kube-system', name)) return { kind: 'delay', ms: 1_500 }
      else if (path === '/api/v1/nodes/node-a' && isUncordon(body)) undoneAt = world.clock.monotonic()
      else return undefined
      return undoneAt > 0 ? undefined : { kind: 'drop' }
    }
    await expect(set('2')).rejects.toEqual(lostWith('unreachable', 'NotArrived'))
    expect(undoneAt - lostAt).toBeLessThan(500)
  })
  test('is kept from arriving late: the balloon requests the same in other words', async () => {
    onResizes(world, () => ({ kind: 'drop' }))
    await expect(set('2')).rejects.toEqual(lostWith('unreachable', 'NotArrived'))
    expect(asked).toEqual([{ cpu: '1m', memory: '16777216' }])
  })
})

describe('reverting', () => {
  const refuse = () => ({ kind: 'refuse' }) as const
  beforeEach(() => world.sandbox.stopKubelet('node-a'))

  test('leaves alone what somebody else has asked for since', async () => {
    onResizes(world, fine, () => resizeByHand(world, theirs) as undefined)
    await expect(set('2')).rejects.toEqual(failing('conflict', { reason: 'RevertOvertaken' }))
    expect(asked).toEqual([shrunk, theirs])
  })
  test('ends within 20 s after the timeout, even if nothing answers from then on', async () => {
    let resizes = 0
    const silence = { kind: 'silence' } as const
    world.mishap = (call) => (isResize(call) && resizes++ === 0 ? undefined : resizes > 0 ? silence : undefined)
    const start = world.clock.monotonic()
    const after = expect.objectContaining({ reason: 'RevertUnknown' })
    await expect(set('2')).rejects.toEqual(failing('timeout', { reason: 'CordonLeft', after }))
    expect(world.clock.monotonic() - start).toBeLessThanOrEqual(5_000 + 20_000 + 100)
  })
  test('that cannot arrive says that the resize stands, and how to revert it', async () => {
    onResizes(world, fine, refuse, refuse)
    const { name: pod } = balloonOf(world).metadata
    const undo = expect.objectContaining({ pod, namespace: 'kube-system' })
    await expect(set('2')).rejects.toEqual(failing('timeout', { reason: 'RevertFailed', undo }))
    expect(asked).toEqual([shrunk])
  })
  test.each([
    ['once', [lose]],
    ['twice', [lose, lose]],
  ])('whose answer is lost %s is found to be done', async (_, answers) => {
    onResizes(world, fine, ...answers)
    await expect(set('2')).rejects.toEqual(failing('timeout', { reason: 'UnconfirmedReverted' }))
    expect(asked).toEqual([shrunk, floor])
  })
  test('is not known when nobody can look either', async () => {
    onResizes(world, fine, refuse, refuse)
    const path = podPath('kube-system', balloonOf(world).metadata.name)
    const resizes = world.mishap
    world.mishap = (call, index) => (call.method === 'GET' && call.path === path ? refuse() : resizes(call, index))
    await expect(set('2')).rejects.toEqual(failing('timeout', { reason: 'RevertUnknown' }))
  })
})
