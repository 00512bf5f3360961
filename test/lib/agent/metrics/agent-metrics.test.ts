import { expect, test } from '@jest/globals'
import { AgentMetrics, healthPage } from '../../../../src/lib/agent/metrics/agent-metrics.ts'
import type { DocumentVersion } from '../../../../src/lib/agent/model/config.ts'
import { phases } from '../../../../src/lib/agent/model/phase.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
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
  gated: false,
  followsRollouts: true,
}

const pushed: DocumentVersion = {
  source: 'global',
  digest: 'd1',
  checkpoint: 'c1',
  uid: 'u-1',
  resourceVersion: '42',
  revision: 3,
}

const program = { namespace: 'kube-system', version: '0.1.0' }

/** The metrics after these statuses. */
function metricsOf(...statuses: readonly AgentStatus[]): AgentMetrics {
  const metrics = new AgentMetrics(program)
  for (const status of statuses) metrics.decided(status)
  return metrics
}

/** The values of a metric by series. */
const seriesOf = (name: string, status: AgentStatus, metrics = metricsOf(status)): Record<string, number> =>
  Object.fromEntries(readExposition(metrics.registry.exposition()).get(name)?.series ?? [])

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
  const phases = ['Rejected', 'RolledBack', 'Rejected', 'Rejected', 'Good'] as const
  const metrics = metricsOf(idle, ...phases.map((phase) => ({ ...idle, phase })))
  for (let i = 0; i < 2; i++) metrics.restarts.inc()
  const value = (name: string) => seriesOf(name, idle, metrics)
  expect(value('kubeletcfg_agent_restarts_total')).toEqual({ '': 2 })
  expect(value('kubeletcfg_agent_rollbacks_total')).toEqual({ '': 1 })
  expect(value('kubeletcfg_agent_rejected_total')).toEqual({ '': 2 })
  expect(value('kubeletcfg_agent_promoted_total')).toEqual({ '': 1 })
})

test('nothing has happened at first, and the phase that an agent begins in is none that it has entered', () => {
  const metrics = metricsOf({ ...idle, phase: 'Good' })
  for (const name of ['restarts', 'rollbacks', 'rejected', 'promoted'])
    expect(seriesOf(`kubeletcfg_agent_${name}_total`, idle, metrics)).toEqual({ '': 0 })
})

test('what others chose cannot break a line', () => {
  const uid = 'a"b\\c\nd'
  const text = metricsOf({ ...idle, active: { ...pushed, uid } }).registry.exposition()
  expect(text).toContain('node_config_uid="a\\"b\\\\c\\nd"')
  expect(readExposition(text).get('kubelet_node_config_active')?.series.size).toBe(1)
})

test('before the first decision there are no metrics', () => {
  expect(metricsOf().page().status).toBe(503)
  expect(metricsOf(idle).page()).toMatchObject({ status: 200, contentType: expect.stringContaining('0.0.4') })
})

test('/healthz is about the agent', () => {
  expect(healthPage(true)).toEqual({ status: 200, text: 'ok\n' })
  expect(healthPage(false).status).toBe(500)
})
