import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { local } from '../../../../src/lib/agent/model/config.ts'
import { staleAfterMs } from '../../../../src/lib/agent/report/heartbeat.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { readStatuses } from '../../../../src/lib/fleet/status/read-statuses.ts'
import { said } from '../../../../src/lib/message/failure.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits } from '../../cluster/clusters.ts'
import { pushTo } from '../push/pushes.ts'
import { annotate, report, reporting, stored } from './reports.ts'

const controlPlane = { name: 'control-plane', labels: { 'node-role.kubernetes.io/control-plane': '' } }
let world: InProcess

beforeEach(() => {
  world = clusterOf({}, { name: 'node-b' }, controlPlane)
})
afterEach(() => world[Symbol.dispose]())

const statuses = () => readStatuses(world.cluster, { by: 'all' }, limits)
const statusOf = async (name: string) => {
  const { rows } = await readStatuses(world.cluster, { by: 'name', names: [name] }, limits)
  return rows[0]!
}

test('a node without an agent is shown with what the cluster has for it', async () => {
  await pushTo(world, 'maxPods: 50\n', { targets: [globalTarget] })
  await pushTo(world, 'maxPods: 60\n', { targets: [nodeTarget('node-b')] })
  const { rows, warnings } = await statuses()
  expect(warnings).toEqual([])
  expect(rows.map(({ node, state, wanted, upToDate }) => [node.name, state, wanted?.source, upToDate])).toEqual([
    ['control-plane', 'NoAgent', 'local', undefined],
    ['node-a', 'NoAgent', 'global', undefined],
    ['node-b', 'NoAgent', 'node', undefined],
  ])
})

const freeze = { by: 'annotation', mode: 'freeze' } as const

describe('what an agent reports', () => {
  const problem = said('KubeletCrashed', 'the kubelet ended 3 times')

  test.each<[string, Partial<AgentStatus>, object]>([
    ['its phase', { phase: 'Good' }, { state: 'Good', upToDate: true, why: undefined }],
    ['the cause', { phase: 'RolledBack', problem }, { state: 'RolledBack', why: { reason: 'KubeletCrashed' } }],
    ['trouble that changes nothing', { phase: 'Good', trouble: problem }, { state: 'Good', why: problemText() }],
    [
      'a kubelet that does not stay up',
      { phase: 'Good', trouble: { reason: 'KubeletCrashLoop' } },
      { state: 'Failing', why: { reason: 'KubeletCrashLoop' } },
    ],
    ['drift', { phase: 'Good', drifted: true }, { state: 'Drifted', why: { reason: 'LiveFileDrifted' } }],
    ['drift in a trial', { phase: 'Trial', drifted: true }, { state: 'Trial' }],
    ['an opt-out', { phase: 'Frozen', optOut: { by: 'file', mode: 'local' } }, { state: 'Frozen' }],
  ])('%s', async (_, given, expected) => {
    await pushTo(world, 'maxPods: 50\n')
    const assigned = await stored(world, nodeTarget('node-a'))
    report(world, 'node-a', { assigned, active: assigned, ...given })
    expect(await statusOf('node-a')).toMatchObject(expected)
  })

  test.each<[string, Partial<AgentStatus>, minutes: number, object]>([
    ['what runs is not known', { phase: 'Good' }, 1, { state: 'Unreachable', why: { reason: 'KubeletNotHeard' } }],
    [
      'the crash loop that its agent reports is told',
      { phase: 'Good', trouble: { reason: 'KubeletCrashLoop' } },
      1,
      { state: 'Failing', runs: undefined, why: { reason: 'KubeletCrashLoop' } },
    ],
    [
      'also that of a node that opted out',
      { phase: 'Frozen', optOut: freeze, trouble: { reason: 'KubeletFailed' } },
      1,
      { state: 'Failing', why: { reason: 'KubeletFailed' } },
    ],
    [
      'an opt-out does not hide that',
      { phase: 'Frozen', optOut: freeze },
      1,
      { state: 'Unreachable', why: { reason: 'KubeletNotHeard' } },
    ],
    [
      'a crash loop that was reported long ago is not told',
      { phase: 'Good', trouble: { reason: 'KubeletCrashLoop' } },
      20,
      { state: 'Unreachable', why: { reason: 'KubeletNotHeard' } },
    ],
  ])('of a kubelet that is not heard, %s', async (_, given, minutes, expected) => {
    await pushTo(world, 'maxPods: 50\n')
    const assigned = await stored(world, nodeTarget('node-a'))
    world.sandbox.stopKubelet('node-a')
    report(world, 'node-a', { assigned, active: assigned, ...given })
    world.sandbox.advance(minutes * 60_000)
    expect(await statusOf('node-a')).toMatchObject(expected)
  })

  function problemText() {
    return { reason: problem.reason, message: 'the kubelet ended 3 times' }
  }

  test('is pending while the cluster has another document', async () => {
    await pushTo(world, 'maxPods: 50\n')
    const assigned = await stored(world, nodeTarget('node-a'))
    await pushTo(world, 'maxPods: 60\n')
    report(world, 'node-a', { phase: 'Good', assigned, active: assigned })
    expect(await statusOf('node-a')).toMatchObject({ state: 'Pending', upToDate: false })
    report(world, 'node-a', { phase: 'Trial', assigned, active: assigned })
    expect(await statusOf('node-a')).toMatchObject({ state: 'Trial', upToDate: false })
    report(world, 'node-a', { phase: 'Resolving', assigned: undefined, active: local })
    expect(await statusOf('node-a')).toMatchObject({ state: 'Resolving', upToDate: false })
  })

  test('is stale when nothing is heard for long', async () => {
    report(world, 'node-a', { phase: 'Idle' })
    await world.clock.sleep(staleAfterMs - 2_000, limits.signal)
    expect((await statusOf('node-a')).state).toBe('Idle')
    await world.clock.sleep(4_000, limits.signal)
    expect((await statusOf('node-a')).state).toBe('Stale')
  })

  test.each([
    ['goes on after its report', undefined, 90],
    ['does not, while something is wrong', { reason: 'RuntimeDown' }, 30],
  ])('a trial %s', async (_what, problem, elapsedSeconds) => {
    report(world, 'node-a', { phase: 'Trial', trial: { elapsedMs: 30_000, lengthMs: 600_000 }, problem })
    await world.clock.sleep(60_000, limits.signal)
    expect((await statusOf('node-a')).report?.trial).toEqual({ elapsedSeconds, lengthSeconds: 600 })
  })

  test('a trial is not longer than it is', async () => {
    report(world, 'node-a', { phase: 'Trial', trial: { elapsedMs: 30_000, lengthMs: 60_000 } })
    await world.clock.sleep(60_000, limits.signal)
    expect((await statusOf('node-a')).report?.trial).toEqual({ elapsedSeconds: 60, lengthSeconds: 60 })
  })

  test('may be edited by hand', async () => {
    report(world, 'node-a', { phase: 'Good' })
    annotate(world, 'node-a', '{}')
    expect(await statusOf('node-a')).toMatchObject({
      state: 'Unreadable',
      report: undefined,
      why: { reason: 'ReportVersionUnknown' },
    })
  })
})

test('who may not read documents still sees what runs', async () => {
  report(world, 'node-a', { phase: 'Idle' })
  world.mishap = ({ path }) => (path.includes('/configmaps') ? forbidden('configmaps is forbidden') : undefined)
  const { rows, warnings } = await statuses()
  expect(warnings).toMatchObject([{ reason: 'DocumentsNotVisible' }])
  expect(rows[1]).toMatchObject({ state: 'Idle', wanted: undefined, upToDate: undefined })
})

test('names keep their order, and those that are not there are told', async () => {
  const { rows, unknown } = await readStatuses(
    world.cluster,
    { by: 'name', names: ['node-b', 'node-z', 'node-a', 'node-b'] },
    limits,
  )
  expect([rows.map(({ node }) => node.name), unknown]).toEqual([['node-b', 'node-a'], ['node-z']])
})

test('5,000 nodes are read in pages, and soon', async () => {
  const at = world.clock.now()
  using large = clusterOf(...Array.from({ length: 5_000 }, (_, i) => reporting(`node-${i}`, at, { phase: 'Idle' })))
  const before = process.cpuUsage()
  const { requests } = await large.count(async () => {
    const { rows } = await readStatuses(large.cluster, { by: 'all' }, limits)
    expect(rows.filter(({ state }) => state === 'Idle')).toHaveLength(5_000)
  })
  expect(requests).toBe(11)
  // Processor time: how long it takes depends on what else the machine does.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000)
})
