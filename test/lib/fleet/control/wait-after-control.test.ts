import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type Config, local } from '../../../../src/lib/agent/model/config.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { forgetBad } from '../../../../src/lib/fleet/control/bad-documents.ts'
import { planControl } from '../../../../src/lib/fleet/control/control-nodes.ts'
import { optIn, optOut } from '../../../../src/lib/fleet/control/opt-out-nodes.ts'
import { applyDelete } from '../../../../src/lib/fleet/delete/delete-apply.ts'
import { planDelete } from '../../../../src/lib/fleet/delete/delete-documents.ts'
import type { Awaited } from '../../../../src/lib/fleet/wait/awaited.ts'
import {
  awaitedAfterDelete,
  awaitedAfterOptIn,
  awaitedAfterOptOut,
} from '../../../../src/lib/fleet/wait/awaited-documents.ts'
import { drainHint } from '../../../../src/lib/kubelet/changes/impact/impact-text.ts'
import { describeFailure } from '../../../../src/lib/message/describe.ts'
import { said } from '../../../../src/lib/message/failure.ts'

import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits } from '../../cluster/clusters.ts'
import { pushTo } from '../push/pushes.ts'
import { report, stored } from '../status/reports.ts'
import { minute, wait } from '../wait/waits.ts'

const nodeA = nodeTarget('node-a')
let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})
afterEach(() => world[Symbol.dispose]())

const reports = (given: Partial<AgentStatus>) => () => report(world, 'node-a', given)
const nodes = { by: 'name', names: ['node-a'] } as const

describe('a delete', () => {
  async function remove(target = nodeA): Promise<readonly Awaited[]> {
    const plan = await planDelete(
      world.cluster,
      { targets: [target], skipValidation: false, acceptedRisks: [] },
      limits,
    )
    const outcomes = await applyDelete(world.cluster, { plan, dryRun: 'none' }, limits)
    return outcomes.flatMap(({ value }) => awaitedAfterDelete(value!))
  }

  test('waits until the kubelet runs the files of its node', async () => {
    await pushTo(world, 'maxPods: 50\n')
    const before = await stored(world, nodeA)
    reports({ phase: 'Good', assigned: before, active: before })()
    const awaited = await remove()
    expect(awaited).toMatchObject([{ node: 'node-a', source: 'local' }])
    const events = [
      [minute, reports({ phase: 'Trial', assigned: local, active: local })],
      [2 * minute, reports({ phase: 'Idle', assigned: local, active: local })],
    ] as const
    const { seen, codes, minutes } = await wait(world, { awaited, events })
    expect([seen, codes, minutes]).toEqual([
      ['node-a waiting Pending', 'node-a waiting Trial', 'node-a done Idle'],
      [],
      2,
    ])
  })

  test('waits until the kubelet runs the global document', async () => {
    await pushTo(world, 'maxPods: 50\n')
    await pushTo(world, 'maxPods: 60\n', { targets: [globalTarget] })
    const [own, next] = [await stored(world, nodeA), await stored(world, globalTarget)]
    reports({ phase: 'Good', assigned: own, active: own })()
    const awaited = await remove()
    const events = [[minute, reports({ phase: 'Good', assigned: next, active: next })]] as const
    expect(await wait(world, { awaited, events })).toMatchObject({ codes: [], minutes: 1 })
  })

  test('ends when the return is held, and when another document comes', async () => {
    await pushTo(world, 'maxPods: 50\n')
    const own = await stored(world, nodeA)
    reports({ phase: 'Good', assigned: own, active: own })()
    const awaited = await remove()
    const held = reports({ phase: 'Held', assigned: local, active: own, problem: said('RestartNotEnough', 'drain') })
    expect(await wait(world, { awaited, events: [[1_000, held]] })).toMatchObject({ codes: ['refused'], minutes: 0 })
    await pushTo(world, 'maxPods: 70\n')
    const other = await stored(world, nodeA)
    reports({ phase: 'Trial', assigned: other, active: other })()
    expect(await wait(world, { awaited })).toMatchObject({ codes: ['conflict'] })
  })
})

describe('an opt-out', () => {
  const awaitedAfter = async (mode: 'freeze' | 'local') => {
    const plan = await planControl(world, { nodes, decide: optOut(mode), awaited: awaitedAfterOptOut(mode) }, limits)
    return plan.steps.flatMap(({ awaited }) => awaited)
  }
  async function running(): Promise<Config> {
    await pushTo(world, 'maxPods: 50\n')
    const own = await stored(world, nodeA)
    reports({ phase: 'Trial', assigned: own, active: own })()
    return own
  }

  test('that freezes waits until the agent has stopped what was under way', async () => {
    const own = await running()
    const optedOut = { by: 'annotation', mode: 'freeze' } as const
    const events = [
      [1_000, reports({ phase: 'RollingBack', assigned: own, active: own, optOut: optedOut })],
      [minute, reports({ phase: 'Frozen', assigned: own, active: local, optOut: optedOut })],
    ] as const
    const { seen, codes } = await wait(world, { awaited: await awaitedAfter('freeze'), events })
    expect([seen, codes]).toEqual([['node-a waiting Pending', 'node-a waiting RollingBack', 'node-a done Frozen'], []])
  })

  test('to the files of the node waits until the kubelet runs them', async () => {
    const own = await running()
    const optedOut = { by: 'annotation', mode: 'local' } as const
    const events = [
      [1_000, reports({ phase: 'Applying', assigned: local, active: own, optOut: optedOut })],
      [minute, reports({ phase: 'Frozen', assigned: local, active: local, optOut: optedOut })],
    ] as const
    const { seen, codes } = await wait(world, { awaited: await awaitedAfter('local'), events })
    expect([seen, codes]).toEqual([['node-a waiting Pending', 'node-a waiting Applying', 'node-a done Frozen'], []])
  })

  test('that is held ends at once, and one that a file on the node overrules is none', async () => {
    const own = await running()
    const problem = said('RestartNotEnough', 'drain', drainHint)
    reports({ phase: 'Held', assigned: local, active: own, problem, optOut: { by: 'annotation', mode: 'local' } })()
    const awaited = await awaitedAfter('local')
    const { codes, minutes, failures } = await wait(world, { awaited })
    expect([codes, minutes]).toEqual([['refused'], 0])
    // No risk can be accepted for the files of a node.
    expect(describeFailure(failures[0]!).hints).toEqual([drainHint])
    reports({ phase: 'Frozen', assigned: own, active: own, optOut: { by: 'file', mode: 'freeze' } })()
    expect(await wait(world, { awaited })).toMatchObject({
      nodes: ['node-a skipped NodeOptedOut'],
      codes: ['timeout'],
    })
  })

  test('of a node without an agent is told at once', async () => {
    expect(await wait(world, { awaited: await awaitedAfter('freeze') })).toMatchObject({
      nodes: ['node-a failed AgentMissing'],
      codes: ['timeout'],
      minutes: 0,
    })
  })
})

describe('an opt-in', () => {
  const awaitedAfter = async (isGlobal = false) => {
    const plan = await planControl(world, { nodes, decide: optIn(isGlobal), awaited: awaitedAfterOptIn }, limits)
    return plan.steps.flatMap(({ awaited }) => awaited)
  }

  test('waits until the agent has seen it, and the kubelet runs its document', async () => {
    await pushTo(world, 'maxPods: 50\n', { targets: [globalTarget] })
    const assigned = await stored(world, globalTarget)
    reports({ phase: 'Frozen', assigned, active: local, optOut: { by: 'annotation', mode: 'freeze' } })()
    const awaited = await awaitedAfter()
    const events = [[minute, reports({ phase: 'Good', assigned, active: assigned })]] as const
    expect(await wait(world, { awaited, events })).toMatchObject({ codes: [], minutes: 1 })
  })

  test('of a node of the control plane waits for the global document only where that is allowed', async () => {
    world[Symbol.dispose]()
    world = clusterOf({ labels: { 'node-role.kubernetes.io/control-plane': '' } })
    await pushTo(world, 'maxPods: 50\n', { targets: [globalTarget] })
    reports({ phase: 'Idle' })()
    expect(await awaitedAfter()).toMatchObject([{ source: 'local' }])
    expect(await awaitedAfter(true)).toMatchObject([{ source: 'global' }])
  })
})

describe.each([
  ['an opt-out', optOut('freeze')],
  ['an opt-in', optIn(false)],
  ['to forget what is bad', forgetBad(undefined, '2026-11-22T21:00:00.000Z')],
])('%s', (_, decide) => {
  test.each([
    [{ by: 'label', selector: 'pool=batch' }, 'NoNodeMatches'],
    [{ by: 'all' }, 'ClusterWithoutNodes'],
  ] as const)('of %j without a node is no success: %s', async (selection, reason) => {
    world[Symbol.dispose]()
    world = clusterOf()
    await expect(planControl(world, { nodes: selection, decide }, limits)).rejects.toMatchObject({
      code: 'invalid',
      fact: { reason },
    })
  })
})
