import { describe, expect, test } from '@jest/globals'
import { conditionOf } from '../../../../src/lib/agent/report/condition-of.ts'
import { writeReport } from '../../../../src/lib/agent/report/report.ts'
import { reportOf } from '../../../../src/lib/agent/report/report-of.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { listDocuments } from '../../../../src/lib/fleet/list/list-documents.ts'
import { sourceOf } from '../../../../src/lib/fleet/source/source.ts'
import { InProcess } from '../../../support/in-process.ts'
import { status } from '../../agent/report/statuses.ts'
import { limits } from '../../cluster/clusters.ts'
import { doctor, effective, status as statusVerb } from '../control/verbs.ts'
import { pushTo } from '../push/pushes.ts'
import { minute, push, wait } from '../wait/waits.ts'
import { stored } from './reports.ts'

const clocks = { right: 0, 'an hour ahead': 60 * minute, 'an hour behind': -60 * minute, 'a day ahead': 1_440 * minute }
const pairs = Object.entries(clocks).flatMap(([command, aheadMs]) =>
  Object.entries(clocks).map(([node, nodeAheadMs]) => ({ command, aheadMs, node, nodeAheadMs })),
)

interface Pair {
  readonly aheadMs: number
  readonly nodeAheadMs: number
}

/** A node whose agent reports by its own clock, and clients with another one. */
function worldOf({ aheadMs, nodeAheadMs }: Pair) {
  const world = new InProcess({ nodes: 1, aheadMs })
  const agent = world.connect({ aheadMs: nodeAheadMs - aheadMs }).agentNode('node-a')
  const report = async (given: Partial<AgentStatus>): Promise<void> => {
    const now = status({ node: 'node-a', since: world.sandbox.now() + nodeAheadMs, ...given })
    await agent.report({ condition: conditionOf(now), annotation: writeReport(reportOf(now)) }, limits)
  }
  return { world, report }
}

/** What every verb says of the agent. */
async function said(world: InProcess): Promise<object> {
  const [row] = (await statusVerb({ by: 'all' })(world)).rows
  const [listed] = (await listDocuments(world.cluster, limits)).rows
  const source = await sourceOf(world.cluster, 'node-a', limits)
  const found = await doctor('node-a')(world)
  const { warnings } = await effective('node-a')(world)
  return {
    status: row?.state,
    list: listed?.uptake?.states.map(({ state }) => state),
    source: source.status?.state,
    doctor: [...found.problems, ...found.works].map(({ reason }) => reason).filter((one) => one.startsWith('Agent')),
    effective: warnings.map(({ reason }) => reason).filter((one) => one === 'AgentNotHeard'),
  }
}

describe.each(pairs)('a command whose clock is $command, and a node whose clock is $node', (pair) => {
  test.each([
    [0, true],
    [14 * minute, true],
    [17 * minute, false],
  ])('an agent that reported %i ms ago is heard: %s', async (ago, heard) => {
    const { world, report } = worldOf(pair)
    using _ = world
    await pushTo(world, 'maxPods: 50\n', { targets: [nodeTarget('node-a')], acceptedRisks: ['drain'] })
    const active = await stored(world, nodeTarget('node-a'))
    await report({ phase: 'Good', assigned: active, active })
    world.sandbox.advance(ago)
    const state = heard ? 'Good' : 'Stale'
    expect(await said(world)).toEqual({
      ...{ status: state, list: [state], source: state },
      doctor: [heard ? 'AgentHeard' : 'AgentSilent'],
      effective: heard ? [] : ['AgentNotHeard'],
    })
  })

  test('a wait ends with the trial', async () => {
    const { world, report } = worldOf(pair)
    using _ = world
    const awaited = await push(world, 'maxPods: 50\n', ['drain'])
    const assigned = await stored(world, globalTarget)
    const on = { assigned, active: assigned }
    await report({ phase: 'Trial', ...on })
    const events = [[10 * minute, () => void report({ phase: 'Good', ...on })]] as const
    expect(await wait(world, { awaited, events })).toMatchObject({
      ...{ seen: ['node-a waiting Trial', 'node-a done Good'], codes: [], minutes: 10 },
    })
  })
})
