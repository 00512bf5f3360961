import { expect, test } from '@jest/globals'
import { Monitor } from '../../../../src/lib/agent/loop/monitor.ts'
import { agentMetrics } from '../../../../src/lib/agent/metrics/agent-metrics.ts'
import { systemClock } from '../../../../src/lib/machine/clock.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'
import { expositionOf } from '../../../../src/lib/metrics/metric.ts'
import { readExposition } from '../../../support/exposition.ts'
import { status } from '../report/statuses.ts'

test('that no policy limits the agent is logged once each time it is so, and measured', () => {
  const logged: Fact[] = []
  const monitor = new Monitor(systemClock, (_, fact) => logged.push(fact))
  const measured = () => {
    const more = { namespace: '', version: '', startedAt: 0, cpuSeconds: 0, residentBytes: 0 }
    const text = expositionOf(agentMetrics(status({ node: 'node-a' }), { tally: monitor.tally, ...more }))
    return Object.values(Object.fromEntries(readExposition(text).get('kubeletcfg_agent_policy_enforced')?.series ?? []))
  }
  expect(measured()).toEqual([])
  const seen = [false, false, true, false].map((isLimited) => {
    monitor.limited(isLimited)
    return [logged.length, ...measured()]
  })
  expect(seen).toEqual([
    [1, 0],
    [1, 0],
    [1, 1],
    [2, 0],
  ])
  expect(logged.map(messageOf)).toEqual(
    Array(2).fill(
      expect.stringContaining('kubeletcfg-agent-own-node is missing, or not in force') as unknown as string,
    ),
  )
})
