import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type Config, local } from '../../../../src/lib/agent/model/config.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import type { AwaitedDocument } from '../../../../src/lib/fleet/wait/awaited.ts'
import { describeFailure } from '../../../../src/lib/message/describe.ts'
import { said } from '../../../../src/lib/message/failure.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf } from '../../cluster/clusters.ts'
import { pushTo } from '../push/pushes.ts'
import { annotate, report, stored } from '../status/reports.ts'
import { minute, push as pushIn, type Wait, wait as waitIn } from './waits.ts'

const because = said('KubeletCrashed', 'the kubelet ended 3 times')
let world: InProcess

beforeEach(() => {
  world = clusterOf({}, { name: 'node-b' })
})
afterEach(() => world[Symbol.dispose]())

const push = (body: string, risks: readonly 'drain'[] = []) => pushIn(world, body, risks)
const wait = (asked: Wait) => waitIn(world, asked)
const both = (given: Partial<AgentStatus>) => () => {
  for (const node of ['node-a', 'node-b']) report(world, node, given)
}

test('waits for the trial of each kubelet, and reports each state', async () => {
  const awaited = await push('maxPods: 50\n')
  const assigned = await stored(world, globalTarget)
  both({ phase: 'Idle' })()
  const on = { assigned, active: assigned }
  const { seen, codes, minutes } = await wait({
    awaited,
    events: [
      [2_000, both({ phase: 'Resolving', assigned })],
      [minute, both({ phase: 'Trial', ...on })],
      [11 * minute, () => report(world, 'node-a', { phase: 'Good', ...on })],
      [12 * minute, () => report(world, 'node-b', { phase: 'Good', ...on })],
    ],
  })
  const states = ['waiting Pending', 'waiting Resolving', 'waiting Trial', 'done Good']
  expect(seen).toEqual(states.flatMap((state) => [`node-a ${state}`, `node-b ${state}`]))
  expect([codes, minutes]).toEqual([[], 12])
})

test('the start of the trial is enough for who asks for it', async () => {
  const awaited = await push('maxPods: 50\n')
  const assigned = await stored(world, globalTarget)
  both({ phase: 'Trial', assigned, active: assigned })()
  expect(await wait({ awaited, goal: 'applied' })).toMatchObject({ codes: [], minutes: 0 })
})

test('what runs already is not waited for, whatever object it was read from', async () => {
  await push('maxPods: 50\n')
  const assigned = await stored(world, globalTarget)
  const awaited = await push('maxPods: 50 # the same\n')
  both({ phase: 'Good', assigned, active: assigned })()
  expect(await wait({ awaited })).toMatchObject({ codes: [], minutes: 0 })
})

/** Both kubelets run what was pushed, and that of node-b is not heard any more. */
async function runWithoutOne(given: Partial<AgentStatus> = {}): Promise<readonly AwaitedDocument[]> {
  const awaited = await push('maxPods: 50\n')
  const assigned = await stored(world, globalTarget)
  world.sandbox.stopKubelet('node-b')
  both({ phase: 'Good', assigned, active: assigned, ...given })()
  world.sandbox.advance(minute)
  return awaited
}

test('what runs already is no success while the API server does not hear the kubelet, until it does', async () => {
  const awaited = await runWithoutOne()
  const heard = () => world.sandbox.startKubelet('node-b')
  const { seen, codes, minutes } = await wait({ awaited, events: [[2 * minute, heard]] })
  expect(seen).toEqual(['node-a done Good', 'node-b waiting Unreachable', 'node-b done Good'])
  expect([codes, minutes]).toEqual([[], 2])
})

test('a kubelet that is never heard again has not confirmed what ran on it', async () => {
  const awaited = await runWithoutOne()
  const { seen, codes } = await wait({ awaited })
  expect(seen).toEqual(['node-a done Good', 'node-b waiting Unreachable', 'node-b waiting Stale'])
  expect(codes).toEqual(['timeout'])
})

test('a kubelet that its agent sees fail is not waited for, though the API server does not hear it', async () => {
  const awaited = await runWithoutOne({ trouble: { reason: 'KubeletCrashLoop' } })
  const { codes, minutes, failures } = await wait({ awaited })
  expect([codes, minutes]).toEqual([['timeout'], 0])
  expect(describeFailure(failures[0]!).hints).toEqual([expect.stringContaining('its log'), expect.anything()])
})

test('a kubelet whose file another program has changed is told as such', async () => {
  const awaited = await push('maxPods: 50\n')
  const assigned = await stored(world, globalTarget)
  both({ phase: 'Good', assigned, active: assigned, drifted: true })()
  const { nodes, codes } = await wait({ awaited })
  expect([nodes, codes]).toEqual([['node-a done Drifted', 'node-b done Drifted'], []])
})

test('what says the same as the own file of a node is in force, and that file stays what is active', async () => {
  const awaited = await push('maxPods: 110\n')
  const assigned = await stored(world, globalTarget)
  both({ phase: 'Good', assigned, active: local })()
  expect(await wait({ awaited })).toMatchObject({ codes: [], minutes: 0 })
})

describe('a kubelet that does not run it', () => {
  test.each<[AgentStatus['phase'], string, string]>([
    ['Rejected', 'invalid', 'DocumentRejected'],
    ['Held', 'refused', 'DocumentHeld'],
    ['RolledBack', 'reverted', 'DocumentRolledBack'],
    ['DeadEnd', 'reverted', 'NoHealthyKubelet'],
  ])('%s: %s', async (phase, code, reason) => {
    const awaited = await push('maxPods: 50\n')
    const assigned = await stored(world, globalTarget)
    report(world, 'node-a', { phase: 'Good', assigned, active: assigned })
    report(world, 'node-b', { phase, assigned, problem: because })
    const { failures, minutes } = await wait({ awaited })
    expect(minutes).toBe(0)
    expect(failures).toMatchObject([
      {
        code,
        fact: { reason: 'KubeletsNotRunning', waited: 2, nodes: [{ reason, cause: { reason: 'KubeletCrashed' } }] },
      },
    ])
  })

  test.each<[AgentStatus['phase'], AgentStatus['phase'], string]>([
    ['Rejected', 'Held', 'refused'],
    ['Held', 'RolledBack', 'reverted'],
    ['DeadEnd', 'Rejected', 'reverted'],
  ])('%s and %s are told together: %s', async (one, other, code) => {
    const awaited = await push('maxPods: 50\n')
    const assigned = await stored(world, globalTarget)
    report(world, 'node-a', { phase: one, assigned, problem: because })
    report(world, 'node-b', { phase: other, assigned, problem: because })
    const { failures } = await wait({ awaited })
    expect(failures).toMatchObject([{ code, fact: { waited: 2, nodes: [{}, {}] } }])
  })

  test('what is not known of others does not hide a rollback', async () => {
    const awaited = await push('maxPods: 50\n')
    const assigned = await stored(world, globalTarget)
    report(world, 'node-a', { phase: 'Resolving', assigned })
    report(world, 'node-b', { phase: 'RolledBack', assigned, problem: because })
    const { failures } = await wait({ awaited })
    expect(failures).toMatchObject([{ code: 'reverted', fact: { nodes: [{ state: 'Stale' }, {}] } }])
  })

  test('a refusal of an earlier push of the same text is not that of this one', async () => {
    await push('maxPods: 50\n')
    const before = await stored(world, globalTarget)
    both({ phase: 'Held', assigned: before, problem: because })()
    const awaited = await push('maxPods: 50\n', ['drain'])
    const assigned = await stored(world, globalTarget)
    const events = [[5_000, both({ phase: 'Good', assigned, active: assigned })]] as const
    expect(await wait({ awaited, events })).toMatchObject({ codes: [], minutes: 0 })
  })

  test('but it is when the agent had time to read it', async () => {
    await push('maxPods: 50\n')
    const before = await stored(world, globalTarget)
    both({ phase: 'RolledBack', assigned: before, problem: because })()
    const awaited = await push('maxPods: 50 # the same\n')
    expect(await wait({ awaited })).toMatchObject({ codes: ['reverted'], minutes: 0 })
  })

  test('that nothing is heard of in time', async () => {
    const awaited = await push('maxPods: 50\n')
    const assigned = await stored(world, globalTarget)
    report(world, 'node-a', { phase: 'Good', assigned, active: assigned })
    report(world, 'node-b', { phase: 'Resolving', assigned, active: local })
    const { failures, minutes, nodes } = await wait({ awaited })
    expect(minutes).toBe(20)
    expect(nodes).toEqual(['node-a done Good', 'node-b failed KubeletNotConfirmed'])
    expect(failures).toMatchObject([{ code: 'timeout', fact: { nodes: [{ state: 'Stale' }] } }])
  })

  test('because another document was stored', async () => {
    const awaited = await push('maxPods: 50\n')
    await push('maxPods: 60\n')
    const assigned = await stored(world, globalTarget)
    both({ phase: 'Trial', assigned, active: assigned })()
    expect(await wait({ awaited })).toMatchObject({ codes: ['conflict'], minutes: 0 })
  })
})

test('nodes without an agent, or with a report that cannot be read, are told at once', async () => {
  const awaited = await push('maxPods: 50\n')
  annotate(world, 'node-b', 'phase: Good')
  const { nodes, codes, minutes } = await wait({ awaited })
  expect([nodes, codes, minutes]).toEqual([
    ['node-a failed AgentMissing', 'node-b failed ReportUnreadable'],
    ['timeout'],
    0,
  ])
})

test('nodes that have opted out, or are deleted, are skipped; when there are no others, nothing is waited for', async () => {
  const awaited = await push('maxPods: 50\n')
  report(world, 'node-a', { phase: 'Frozen', optOut: { by: 'file', mode: 'freeze' } })
  world.asAdmin({ method: 'DELETE', path: '/api/v1/nodes/node-b' })
  const { nodes, codes } = await wait({ awaited })
  expect([nodes, codes]).toEqual([['node-a skipped NodeOptedOut', 'node-b skipped NodeGone'], ['timeout']])
})

test('a document that no kubelet can decode is recognized by its object', async () => {
  await pushTo(world, 'maxPods: 50\n')
  const written: Config = await stored(world, nodeTarget('node-a'))
  report(world, 'node-a', { phase: 'Rejected', assigned: written, problem: because })
  if (written.source === 'local') throw new Error('nothing is stored')
  const awaited = [{ node: 'node-a', source: 'node', digest: undefined, written }] as const
  expect(await wait({ awaited })).toMatchObject({ codes: ['invalid'] })
})

test('Ctrl-C ends the wait, and tells who was waited for', async () => {
  const awaited = await push('maxPods: 50\n')
  both({ phase: 'Resolving' })()
  const controller = new AbortController()
  world.clock.after(minute, () => controller.abort())
  const { failures } = await wait({ awaited, signal: controller.signal })
  const resolving = [{ state: 'Resolving' }, { state: 'Resolving' }]
  expect(failures).toMatchObject([{ code: 'interrupted', fact: { reason: 'WaitEnded', waited: 2, nodes: resolving } }])
  const { failures: atOnce } = await wait({ awaited, signal: controller.signal })
  expect(atOnce).toMatchObject([{ code: 'interrupted', fact: { nodes: [{ state: 'Pending' }, { state: 'Pending' }] } }])
})

test('a wait for no kubelet is no success', async () => {
  expect(await wait({ awaited: [] })).toMatchObject({
    codes: ['timeout'],
    failures: [{ fact: { reason: 'NothingToWaitFor', nodes: [] } }],
  })
})
