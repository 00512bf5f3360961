import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { describePush } from '../../../../src/lib/fleet/push/output.ts'
import type { Risk } from '../../../../src/lib/kubelet/changes/disruption.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import { plainLine } from '../../../../src/lib/message/line.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { addPod, clusterOf, forbidden, limits } from '../../cluster/clusters.ts'
import { report, stored } from '../status/reports.ts'
import { planPush, pushTo, request } from './pushes.ts'

const nodeA = nodeTarget('node-a')
let world: InProcess

/** node-a has four cores, and its agent is heard. */
beforeEach(async () => {
  world = clusterOf({})
  world.asAdmin({
    method: 'PATCH',
    path: '/api/v1/nodes/node-a/status',
    body: { status: { capacity: { cpu: '4', memory: '16Gi', pods: '110' } } },
    contentType: 'application/merge-patch+json',
  })
  await pushTo(world, '')
  await runs()
})
afterEach(() => world[Symbol.dispose]())

async function runs(node = 'node-a', target = nodeA as typeof nodeA | typeof globalTarget): Promise<void> {
  const active = await stored(world, target)
  report(world, node, { phase: 'Good', assigned: active, active })
}

function pods(requests: readonly string[], node = 'node-a'): void {
  for (const [i, cpu] of requests.entries()) addPod(world, node, { name: `web-${node}-${i}`, requests: { cpu } })
}

async function plan(body: string, acceptedRisks: readonly Risk[] = []) {
  const { refusal, notes, warnings, steps } = await planPush(
    world.cluster,
    { ...request(body), acceptedRisks, ignore: ['H07'] },
    limits,
  )
  // Nobody has to drain what has room.
  const lines = describePush(steps).map(plainLine)
  expect(lines.some((line) => line.includes('requires: '))).toBe(refusal !== undefined || acceptedRisks.length > 0)
  return { refusal: refusal?.fact.reason, notes: notes.map(messageOf), warnings: warnings.map(messageOf) }
}

const list = () => world.sent.filter(({ path }) => path === '/api/v1/pods')

describe('what a risk would end on a node, as far as the API shows it', () => {
  test.each<[string, readonly string[], string, Awaited<ReturnType<typeof plan>>]>([
    [
      'nothing, where all pods have room',
      ['500m', '500m'],
      'kubeReserved: {cpu: 500m}\n',
      { refusal: undefined, notes: ['node/node-a: 2 pods, 1 of 3500m cpu: none would end'], warnings: [] },
    ],
    [
      'nothing, where there are fewer pods',
      ['1m', '1m'],
      'maxPods: 2\n',
      { refusal: undefined, notes: ['node/node-a: 2 pods, 2 of 2 pods: none would end'], warnings: [] },
    ],
    [
      'pods without room, by name',
      ['1', '1'],
      'kubeReserved: {cpu: "3"}\n',
      {
        refusal: 'RestartNotEnough',
        notes: [],
        warnings: [
          expect.stringMatching(
            /^node\/node-a: a restart .* would end 2 of 2 pods \(2 cpu of 1\): default\/web/,
          ) as unknown as string,
        ],
      },
    ],
    [
      'pods above the number, by name',
      ['1m', '1m', '1m'],
      'maxPods: 2\n',
      {
        refusal: 'RestartNotEnough',
        notes: [],
        warnings: [expect.stringContaining('would end 3 of 3 pods (3 pods of 2)') as unknown as string],
      },
    ],
    [
      'what only the machine knows is left to the agent',
      ['1m'],
      'kubeReserved: {memory: 1Gi}\n',
      {
        refusal: undefined,
        notes: [],
        warnings: [
          expect.stringMatching(
            /^node\/node-a: the API does not show everything, so its agent decides: .*memory/,
          ) as unknown as string,
        ],
      },
    ],
    [
      'what has no effect is refused',
      ['1m'],
      'providerID: a\n',
      expect.objectContaining({ refusal: 'RestartNotEnough' }) as never,
    ],
  ])('%s', async (_, requests, body, expected) => {
    pods(requests)
    expect(await plan(body)).toEqual(expected)
  })

  test('is not looked at where it is accepted, or none', async () => {
    expect(await plan('maxPods: 2\n', ['drain'])).toEqual({ refusal: undefined, notes: [], warnings: [] })
    expect(await plan('maxPods: 200\n')).toEqual({ refusal: undefined, notes: [], warnings: [] })
    expect(list()).toHaveLength(0)
  })

  test('is not known to who may not list pods', async () => {
    world.mishap = ({ path }) => (path === '/api/v1/pods' ? forbidden('pods is forbidden') : undefined)
    expect(await plan('maxPods: 2\n')).toMatchObject({
      refusal: 'RestartNotEnough',
      warnings: [expect.stringContaining('pods are not visible')],
    })
  })

  test('does not count where no agent is heard that would look again', async () => {
    await world.clock.sleep(16 * 60_000, limits.signal)
    expect(await plan('maxPods: 2\n')).toMatchObject({ refusal: 'RestartNotEnough' })
    expect(list()).toHaveLength(0)
  })
})

test('of many nodes, one that loses pods refuses the push, and all pods are read once', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `many-${i}`)
  world[Symbol.dispose]()
  world = clusterOf(...names.map((name) => ({ name })))
  await pushTo(world, '', { targets: [globalTarget] })
  for (const name of names) await runs(name, globalTarget)
  const planned = () => planPush(world.cluster, { ...request('maxPods: 1\n', [globalTarget]), ignore: ['H07'] }, limits)
  expect(await planned()).toMatchObject({ refusal: undefined })
  expect(list()).toHaveLength(1)
  pods(['1m', '1m'], 'many-7')
  const { refusal, warnings } = await planned()
  expect(refusal?.fact.reason).toBe('RestartNotEnough')
  expect(warnings).toMatchObject([{ reason: 'PodsMayEnd', subject: { name: 'many-7' } }])
})
