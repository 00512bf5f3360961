import { expect, test } from '@jest/globals'
import { AgentMonitor } from '../../../../src/lib/agent/loop/monitor.ts'
import { AgentMetrics } from '../../../../src/lib/agent/metrics/agent-metrics.ts'
import { serveAgentPages } from '../../../../src/lib/agent/run/run-agent-here.ts'
import { systemClock } from '../../../../src/lib/machine/clock.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'

// Any pod in the network of the host can listen there.
test('an agent whose port is in use works without its pages, and says so', async () => {
  const told: Fact[] = []
  const monitor = new AgentMonitor(systemClock, {
    metrics: new AgentMetrics({ namespace: 'kube-system', version: '1' }),
    log: (_level, fact) => told.push(fact),
  })
  const first = await serveAgentPages(monitor, { host: '127.0.0.1', port: 0 })
  const metricsAt = first!.address
  expect((await fetch(`http://127.0.0.1:${metricsAt.port}/healthz`)).status).toBe(200)
  expect(await serveAgentPages(monitor, metricsAt)).toBeUndefined()
  expect(told).toMatchObject([{ reason: 'AddressNotListenedOn', port: metricsAt.port }])
  await first!.close()
})
