import { describe, expect, test } from '@jest/globals'
import type { DryRunMode } from '../../../../src/lib/ports/limits.ts'
import { applyRestore, planRestore } from '../../../../src/lib/sizes/reconciler/restore-nodes.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { giveBalloon, isResize, resizeByHand, runPod } from '../resize/balloons.ts'
import { clusterWithDesiredSizes, requestsOf, storeDesired, writeDesiredSize } from './kept.ts'

async function once(world: InProcess, dryRun: DryRunMode = 'none') {
  const plan = await planRestore(world, limits)
  const items = await applyRestore(world, { plan, request: { timeoutMs: 60_000, dryRun } }, limits)
  return {
    warnings: plan.warnings.map(({ reason }) => reason),
    items: items.map(({ node, outcome: { value, failure } }) =>
      [node, value?.outcome ?? failure?.code, value?.why.reason ?? failure?.fact.reason].join(' '),
    ),
  }
}

describe('restoring all nodes once', () => {
  test('gives each node with a desired size its size, and a second time changes nothing', async () => {
    using world = clusterWithDesiredSizes({}, { name: 'node-b' }, { name: 'node-c' })
    storeDesired(world, '1', 'node-a')
    storeDesired(world, '2', 'node-b')
    expect((await once(world)).items).toEqual(['node-a resized SizeRestored', 'node-b resized SizeRestored'])
    expect([requestsOf(world, 'node-a').cpu, requestsOf(world, 'node-b').cpu]).toEqual(['3', '2'])
    const sent = world.sent.length
    expect((await once(world)).items).toEqual(['node-a noop DesiredSizeReached', 'node-b noop DesiredSizeReached'])
    expect(world.sent.slice(sent).filter(isResize)).toEqual([])
  })

  test.each<DryRunMode>(['client', 'server'])('only says what it would do in a %s dry run', async (dryRun) => {
    using world = clusterWithDesiredSizes()
    storeDesired(world, '1')
    expect((await once(world, dryRun)).items).toEqual(['node-a planned SizeRestored'])
    expect(requestsOf(world).cpu).toBe('1m')
  })

  test('reports what cannot be read, and goes on with the others', async () => {
    using world = clusterWithDesiredSizes({}, { name: 'node-b' })
    writeDesiredSize(world, 'node-a', '4Gi please')
    storeDesired(world, '2', 'node-b')
    storeDesired(world, '2', 'node-gone')
    expect(await once(world)).toEqual({
      warnings: ['DesiredSizesOfAbsentNodes'],
      items: ['node-a invalid DesiredSizeInvalid', 'node-b resized SizeRestored'],
    })
  })

  test('leaves what another client has resized, and takes only the room that there is', async () => {
    using world = clusterWithDesiredSizes({}, { name: 'node-b' })
    giveBalloon(world, { cpu: '3', memory: '16Mi' })
    runPod(world, { name: 'web', node: 'node-b', cpu: '3', memory: '1Gi' })
    storeDesired(world, '2', 'node-a')
    storeDesired(world, '2', 'node-b')
    expect((await once(world)).items).toEqual(['node-a noop ResizedByOther', 'node-b resized SizeRestored'])
    expect(requestsOf(world, 'node-b').cpu).toBe('1')
    expect((await once(world)).items[1]).toBe('node-b noop NoRoomForDesiredSize')
  })

  test('leaves a resize that is young to whoever sent it, and reverts one that is old', async () => {
    using world = clusterWithDesiredSizes()
    storeDesired(world, '3999m')
    world.sandbox.stopKubelet('node-a')
    resizeByHand(world, { cpu: '2', memory: '16Mi' })
    expect((await once(world)).items).toEqual(['node-a noop ResizePending'])
    await world.clock.sleep(301_000, limits.signal)
    expect((await once(world)).items).toEqual(['node-a reverted ResizeNotGrantedInTime'])
    expect(requestsOf(world).cpu).toBe('1m')
  })

  test('waits until a desired size is ten seconds old: the command that stored it resizes, too', async () => {
    using world = clusterWithDesiredSizes()
    const at = new Date(world.clock.now()).toISOString()
    writeDesiredSize(world, 'node-a', JSON.stringify({ cpu: '1', hold: 'size', at }))
    const before = world.clock.now()
    expect((await once(world)).items).toEqual(['node-a resized SizeRestored'])
    expect(world.clock.now() - before).toBeGreaterThan(9_000)
  })

  test('a desired size from the future, by a clock that differs, counts as new and is not waited for longer', async () => {
    using world = clusterWithDesiredSizes()
    writeDesiredSize(world, 'node-a', JSON.stringify({ cpu: '1', hold: 'size', at: '2126-01-01T00:00:00Z' }))
    expect((await once(world)).items).toEqual(['node-a resized SizeRestored'])
  })

  test('costs the same lists for many nodes, when they have their sizes', async () => {
    const names = Array.from({ length: 30 }, (_, i) => ({ name: `node-${i}` }))
    using world = clusterWithDesiredSizes(...names)
    for (const { name } of names) storeDesired(world, '3999m', name)
    const { requests } = await world.count(() => once(world))
    expect(requests).toBeLessThanOrEqual(6)
  })
})
