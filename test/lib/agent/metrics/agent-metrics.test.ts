import { expect, test } from '@jest/globals'
import {
  agentMetrics,
  healthPage,
  type Measured,
  metricsPage,
} from '../../../../src/lib/agent/metrics/agent-metrics.ts'
import { emptyTally, withEntry, withFailedRequest, withRestart } from '../../../../src/lib/agent/metrics/tally.ts'
import type { DocumentVersion } from '../../../../src/lib/agent/model/config.ts'
import { phases } from '../../../../src/lib/agent/model/phase.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { expositionOf } from '../../../../src/lib/metrics/metric.ts'
import { readExposition } from '../../../support/exposition.ts'

const idle: AgentStatus = {
  node: 'node-a',
  phase: 'Idle',
  since: 1_500,
  assigned: { source: 'local' },
  active: { source: 'local' },
  lastKnownGood: { source: 'local' },
  trial: undefined,
  problem: undefined,
  bad: [],
  trouble: undefined,
  optOut: undefined,
  shadowedByFlags: [],
  drifted: false,
  allocatable: undefined,
  kubeletVersion: 'v1.36.3',
}

const pushed: DocumentVersion = {
  source: 'global',
  digest: 'd1',
  checkpoint: 'c1',
  uid: 'u-1',
  resourceVersion: '42',
  revision: 3,
}

const measured: Measured = {
  tally: emptyTally,
  namespace: 'kube-system',
  version: '0.1.0',
  startedAt: 1_790_000_000.25,
  cpuSeconds: 1.5,
  residentBytes: 55_000_000,
}

/** The values of a metric by series. */
function seriesOf(name: string, status: AgentStatus, more: Partial<Measured> = {}): Record<string, number> {
  const text = expositionOf(agentMetrics(status, { ...measured, ...more }))
  return Object.fromEntries(readExposition(text).get(name)?.series ?? [])
}

const globalSeries = [
  'node_config_kubelet_key="kubelet"',
  'node_config_resource_version="42"',
  'node_config_source="/api/v1/namespaces/kube-system/configmaps/global-kubelet-configuration"',
  'node_config_uid="u-1"',
].join(',')

test.each([
  ['kubelet_node_config_assigned', 'assigned'],
  ['kubelet_node_config_active', 'active'],
  ['kubelet_node_config_last_known_good', 'lastKnownGood'],
])('%s has the historic labels, and one series at a time', (name, field) => {
  expect(seriesOf(name, idle)).toEqual({ 'node_config_source="local"': 1 })
  expect(seriesOf(name, { ...idle, [field]: pushed })).toEqual({ [globalSeries]: 1 })
})

test('the document of a node is named after it', () => {
  const [series] = Object.keys(
    seriesOf('kubelet_node_config_active', { ...idle, active: { ...pushed, source: 'node' } }),
  )
  expect(series).toContain('configmaps/node-a-kubelet-configuration"')
})

test('nothing is assigned until the sources are read', () => {
  expect(seriesOf('kubelet_node_config_assigned', { ...idle, assigned: undefined })).toEqual({})
})

test.each([
  ['a problem', { problem: { reason: 'DocumentRefused' } }],
  ['trouble', { trouble: { reason: 'SourcesUnreadable' } }],
])('%s is an error', (_, change) => {
  expect(seriesOf('kubelet_node_config_error', idle)).toEqual({ '': 0 })
  expect(seriesOf('kubelet_node_config_error', { ...idle, ...change })).toEqual({ '': 1 })
})

test.each(phases)('in phase %s, its series alone is 1', (phase) => {
  const series = seriesOf('kubeletcfg_agent_phase', { ...idle, phase })
  expect(Object.keys(series)).toHaveLength(phases.length)
  expect(Object.entries(series).filter(([, value]) => value === 1)).toEqual([[`phase="${phase}"`, 1]])
})

test.each([
  [undefined, 0],
  [{ elapsedMs: 60_000, lengthMs: 600_000 }, 540],
  [{ elapsedMs: 601_000, lengthMs: 600_000 }, 0],
])('of the trial %j, %d s are left', (trial, expected) => {
  expect(seriesOf('kubeletcfg_agent_trial_remaining_seconds', { ...idle, trial })).toEqual({ '': expected })
})

test('what happened is counted', () => {
  const happened = [
    withRestart,
    withRestart,
    (tally: typeof emptyTally) => withEntry(tally, 'RolledBack'),
    (tally: typeof emptyTally) => withEntry(tally, 'Rejected'),
    (tally: typeof emptyTally) => withEntry(tally, 'Rejected'),
    (tally: typeof emptyTally) => withEntry(tally, 'Good'),
    (tally: typeof emptyTally) => withFailedRequest(tally, 'Unreachable'),
    (tally: typeof emptyTally) => withFailedRequest(tally, 'Unreachable'),
  ].reduce((tally, next) => next(tally), emptyTally)
  const value = (name: string) => seriesOf(name, idle, { tally: happened })
  expect(value('kubeletcfg_agent_restarts_total')).toEqual({ '': 2 })
  expect(value('kubeletcfg_agent_rollbacks_total')).toEqual({ '': 1 })
  expect(value('kubeletcfg_agent_rejected_total')).toEqual({ '': 2 })
  expect(value('kubeletcfg_agent_promoted_total')).toEqual({ '': 1 })
  expect(value('kubeletcfg_agent_failed_requests_total')).toEqual({ 'reason="Unreachable"': 2 })
})

test('what others chose cannot break a line', () => {
  const uid = 'a"b\\c\nd'
  const text = expositionOf(agentMetrics({ ...idle, active: { ...pushed, uid } }, measured))
  expect(text).toContain('node_config_uid="a\\"b\\\\c\\nd"')
  expect(readExposition(text).get('kubelet_node_config_active')?.series.size).toBe(1)
})

test('before the first decision there are no metrics', () => {
  expect(metricsPage(undefined, measured).status).toBe(503)
  expect(metricsPage(idle, measured)).toMatchObject({ status: 200, contentType: expect.stringContaining('0.0.4') })
})

test('/healthz is about the agent', () => {
  expect(healthPage(true)).toEqual({ status: 200, text: 'ok\n' })
  expect(healthPage(false).status).toBe(500)
})
