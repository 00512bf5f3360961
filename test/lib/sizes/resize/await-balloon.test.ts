import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf } from '../../cluster/clusters.ts'
import { install, make } from './balloons.ts'
import { failing, fourCores, setCpu } from './four-cores.ts'

let world: InProcess
afterEach(() => world[Symbol.dispose]())

describe('a balloon that has not started', () => {
  beforeEach(() => {
    world = clusterOf({})
    world.sandbox.kubeletDelay(3_000)
    install(world)
  })

  test('is waited for', async () => {
    expect(await setCpu(world, '2')).toMatchObject({ outcome: 'resized' })
  })
  test('is refused when it does not start in time', async () => {
    world.sandbox.stopKubelet('node-a')
    await expect(setCpu(world, '2')).rejects.toEqual(failing('refused', { reason: 'BalloonNotStarted' }))
  })
  test('is refused at once in a dry run', async () => {
    const before = world.clock.now()
    await expect(setCpu(world, '2', { dryRun: 'client' })).rejects.toEqual(
      failing('refused', { reason: 'BalloonNotStarted' }),
    )
    expect(world.clock.now() - before).toBeLessThan(1_000)
  })
})

describe('a dry run that the server refuses', () => {
  const limits = (item: object): void => {
    world = fourCores()
    const spec = { limits: [{ type: 'Container', ...item }] }
    make(world, { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'lr', namespace: 'kube-system' }, spec })
  }
  const subject = { kind: 'LimitRange', name: 'lr', namespace: 'kube-system' }

  test.each<[string, object, string]>([
    ['that adds limits', { default: { cpu: '100m' } }, 'LimitRangeAddsLimits'],
    ['with a minimum', { min: { memory: '1Gi' } }, 'LimitRangeDemandsMore'],
  ])('because of a LimitRange %s names it', async (_, item, reason) => {
    limits(item)
    const because = { reason, subject }
    await expect(setCpu(world, '2')).rejects.toEqual(failing('refused', { reason: 'LimitRangeRefusesResize', because }))
  })
})
