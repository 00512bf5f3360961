import { expect, test } from '@jest/globals'
import { reportPatch } from '../../../../src/lib/agent/cluster/agent-node.ts'

const now = Date.UTC(2026, 10, 27)
const condition = { status: 'True', reason: 'Good', message: 'good' } as const

test.each([
  [299_999, false],
  [300_000, true],
  [-299_999, false],
  [-300_000, true],
])('a heartbeat of %i ms ago is renewed: %s', (agoMs, renewed) => {
  const before = {
    condition: { ...condition, type: 'Agent', lastHeartbeatTime: new Date(now - agoMs).toISOString() },
    annotation: '{}',
  }
  expect(reportPatch({ condition, annotation: '{}' }, before, now) !== undefined).toBe(renewed)
})
