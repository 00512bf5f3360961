import { expect, test } from '@jest/globals'
import { Monitor } from '../../../../src/lib/agent/loop/monitor.ts'
import { servePages } from '../../../../src/lib/agent/run/serve-pages.ts'
import { systemClock } from '../../../../src/lib/machine/clock.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'

const pages = { namespace: 'kube-system', version: '1' }

// Any pod in the network of the host can listen there.
test('an agent whose port is in use works without its pages, and says so', async () => {
  const told: Fact[] = []
  const monitor = new Monitor(systemClock, (_level, fact) => told.push(fact))
  const first = await servePages({ ...pages, metricsAt: { host: '127.0.0.1', port: 0 } }, monitor)
  const metricsAt = first!.address
  expect((await fetch(`http://127.0.0.1:${metricsAt.port}/healthz`)).status).toBe(200)
  expect(await servePages({ ...pages, metricsAt }, monitor)).toBeUndefined()
  expect(told).toMatchObject([{ reason: 'AddressNotListenedOn', port: metricsAt.port }])
  await first!.close()
})
