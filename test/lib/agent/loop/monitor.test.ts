import { expect, test } from '@jest/globals'
import { AgentMonitor } from '../../../../src/lib/agent/loop/monitor.ts'
import { AgentMetrics } from '../../../../src/lib/agent/metrics/agent-metrics.ts'
import { systemClock } from '../../../../src/lib/machine/clock.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'
import { readExposition } from '../../../support/exposition.ts'
import { status } from '../report/statuses.ts'

test('that no policy limits the agent is logged once each time it is so, and measured', () => {
  const logged: Fact[] = []
  const metrics = new AgentMetrics({ namespace: '', version: '' })
  const monitor = new AgentMonitor(systemClock, { metrics, log: (_, fact) => logged.push(fact) })
  monitor.status(status({ node: 'node-a' }))
  const measured = () => {
    const text = metrics.registry.exposition()
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
