import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { parseSize, type SizeRequest } from '../../../../src/lib/sizes/model/size.ts'
import { planResizes } from '../../../../src/lib/sizes/resize/plan-resizes.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { forbidden, limits } from '../../cluster/clusters.ts'
import { clusterWithBalloons, giveBalloon } from './balloons.ts'

let world: InProcess
beforeEach(() => {
  world = clusterWithBalloons({ name: 'node-a' }, { name: 'node-b' })
})
afterEach(() => world[Symbol.dispose]())

const Gi = 2n ** 30n
const path = '/apis/metrics.k8s.io/v1beta1/nodes'
const measured = (name: string, memory: string) => ({ metadata: { name }, usage: { cpu: '263445793n', memory } })
const list = (...items: readonly object[]) => ({ kind: 'NodeMetricsList', metadata: {}, items })
/** What the metrics API answers; the sandbox has none. */
function serve(status: number, body: unknown): void {
  world.mishap = (call) => (call.path.startsWith(path) ? { kind: 'answer', status, body } : undefined)
}

async function check(size: SizeRequest, names: readonly string[] = ['node-a', 'node-b']) {
  const request = { nodes: { by: 'name', names }, size, timeoutMs: 5_000, dryRun: 'client', checkUsage: true } as const
  const { notes, warnings } = await planResizes(world, request, limits)
  return { notes, warnings }
}
const memory = (text: string): SizeRequest => ({ memory: parseSize('memory', text) })
const about = (name: string, more: object) => ({ subject: { kind: 'Node', name }, ...more })

describe('a node that is to become smaller', () => {
  test('and uses more memory than its new size, has a warning', async () => {
    serve(200, list(measured('node-a', '5Gi'), measured('node-b', '4Gi')))
    const above = { reason: 'UsageAboveSize', used: 5n * Gi, size: 4n * Gi }
    expect(await check(memory('4Gi'))).toEqual({ notes: [], warnings: [about('node-a', above)] })
  })
  test('is read alone if it is the only one', async () => {
    serve(200, { kind: 'NodeMetrics', ...measured('node-a', '5Gi') })
    expect((await check(memory('4Gi'), ['node-a'])).warnings).toHaveLength(1)
    expect(world.sent.filter((call) => call.path.startsWith(path)).map((call) => call.path)).toEqual([`${path}/node-a`])
  })
  test('and is not measured yet, has a note', async () => {
    serve(200, list(measured('node-b', '1Gi')))
    expect(await check(memory('4Gi'))).toEqual({
      notes: [about('node-a', { reason: 'NodeNotMeasured' })],
      warnings: [],
    })
  })
})

test.each<[string, SizeRequest]>([
  ['less cpu: pods share it', { cpu: parseSize('cpu', '1') }],
  ['more memory', memory('max')],
])('%s is not compared with usage', async (_, size) => {
  giveBalloon(world, { cpu: '1m', memory: '4Gi' })
  serve(200, list(measured('node-a', '15Gi'), measured('node-b', '15Gi')))
  expect(await check(size)).toEqual({ notes: [], warnings: [] })
})

describe('a note says that nothing was checked', () => {
  test('without a metrics API', async () => {
    serve(404, {})
    expect(await check(memory('4Gi'))).toEqual({ notes: [{ reason: 'MetricsNotServed' }], warnings: [] })
  })
  test.each([
    ['forbidden', forbidden('jane may not get metrics'), 'AccessDenied'],
    ['registered, and down', { kind: 'answer', status: 503, body: {} } as const, 'ServerError'],
  ])('when it is %s, within seconds', async (_, answer, reason) => {
    world.mishap = (call) => (call.path.startsWith(path) ? answer : undefined)
    const began = world.clock.now()
    const because = expect.objectContaining({ reason })
    expect(await check(memory('4Gi'))).toEqual({ notes: [{ reason: 'UsageUnknown', because }], warnings: [] })
    expect(world.clock.now() - began).toBeLessThanOrEqual(6_000)
  })
})

test('nothing is asked unless it is wanted', async () => {
  const request = { nodes: { by: 'all' }, size: memory('4Gi'), timeoutMs: 5_000, dryRun: 'none' } as const
  await planResizes(world, request, limits)
  expect(world.sent.filter((call) => call.path.startsWith(path))).toEqual([])
})
