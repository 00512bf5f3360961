import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { nodeTarget } from '../../../../src/lib/documents/target.ts'
import { applyPush } from '../../../../src/lib/fleet/push/push-apply.ts'
import type { InProcess, Mishap } from '../../../support/in-process.ts'
import { clusterOf, limits, put } from '../../cluster/clusters.ts'
import { header, isDocumentWrite, planPush, request } from './pushes.ts'

const nodeA = nodeTarget('node-a')
let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})
afterEach(() => world[Symbol.dispose]())

describe('a write whose answer is lost', () => {
  const pushWith = async (onWrite: Mishap, onRead?: Mishap) => {
    const plan = await planPush(world.cluster, request('maxPods: 60\n'), limits)
    world.mishap = (call) => (isDocumentWrite(call) ? onWrite : onRead)
    return (await applyPush(world, { plan, dryRun: 'none' }, limits))[0]
  }

  test('is done, with a warning, when a look shows that it arrived', async () => {
    expect(await pushWith({ kind: 'lose-answer' })).toMatchObject({
      value: { step: { action: 'create' }, warnings: [{ reason: 'WrittenWithoutAnswer', verb: 'push' }] },
    })
  })
  test('is not confirmed when a look does not show it, for it may arrive yet', async () => {
    expect((await pushWith({ kind: 'drop' }))?.failure).toMatchObject({
      code: 'timeout',
      fact: { reason: 'WriteNotConfirmed' },
    })
  })
  test('is not known when nobody can look', async () => {
    expect((await pushWith({ kind: 'lose-answer' }, { kind: 'drop' }))?.failure).toMatchObject({
      code: 'timeout',
      fact: { reason: 'WriteNotKnown' },
    })
  })
})

test('a conflict stays a conflict when nobody can be asked who won', async () => {
  const plan = await planPush(world.cluster, request('maxPods: 60\n'), limits)
  put(world, nodeA, header)
  world.mishap = ({ method }) => (method === 'GET' ? { kind: 'drop' } : undefined)
  const [outcome] = await applyPush(world, { plan, dryRun: 'none' }, limits)
  expect(outcome?.failure?.code).toBe('conflict')
})
