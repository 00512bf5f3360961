import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Ajv } from 'ajv'
import { stringify } from 'yaml'
import { monitoringObjects } from '../../src/lib/sizes/manifests/monitoring.ts'
import { nodeSeries, podSeries, type Series } from './kube-state-metrics.ts'
import { operatorSchema } from './operator-schema.ts'
import { promtool } from './programs.ts'

interface Rule {
  readonly alert?: string
  readonly annotations?: Readonly<Record<string, string>>
}

const objects = monitoringObjects('kube-system', {}, { namespace: 'monitoring', labels: { release: 'ours' } })
const spec = objects.find(({ kind }) => kind === 'PrometheusRule')!['spec'] as {
  groups: readonly { rules: readonly Rule[] }[]
}
const program = join(await promtool(), 'promtool')
const folder = mkdtempSync(join(tmpdir(), 'node-size-rules-'))
const rules = join(folder, 'rules.yaml')
writeFileSync(rules, stringify(spec))
after(() => rmSync(folder, { recursive: true }))

const run = (...args: readonly string[]) => spawnSync(program, args, { cwd: folder, encoding: 'utf8' })

for (const [plural, kind] of [
  ['prometheusrules', 'PrometheusRule'],
  ['podmonitors', 'PodMonitor'],
] as const)
  test(`the Prometheus operator accepts the ${kind}, every field of it`, async () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(await operatorSchema(plural))
    const object = objects.find((one) => one.kind === kind)!
    assert.deepEqual(validate(object) ? [] : validate.errors, [])
    assert.equal(validate({ ...object, spec: { ...(object['spec'] as object), severity: 'warning' } }), false)
  })

test('Prometheus accepts every rule', () => {
  const { status, stdout, stderr } = run('check', 'rules', '--lint=all', '--lint-fatal', rules)
  assert.equal(status, 0, stdout + stderr)
})

const balloon = { name: 'nodesize-balloon-x', namespace: 'kube-system', priority: 'nodesize-balloon' } as const

/** node-a has a balloon of 3 of its 8 cores; node-b has none, and no pods at all. */
const cluster: Series = {
  ...nodeSeries('node-a', 8, 32e9),
  ...nodeSeries('node-b', 4, 16e9),
  ...podSeries({ ...balloon, node: 'node-a', cpu: 3, memory: 8e9 }),
  ...podSeries({ name: 'web', node: 'node-a', cpu: 2, memory: 4e9 }),
  ...podSeries({ name: 'batch', node: 'node-a', namespace: 'jobs', cpu: 1, memory: 1e9 }),
  ...podSeries({ name: 'starting', node: 'node-a', cpu: 0.5, memory: 1e9, phase: 'Pending' }),
  ...podSeries({ name: 'done', node: 'node-a', cpu: 4, memory: 1e9, phase: 'Succeeded' }),
  ...podSeries({ name: 'waiting', node: '', cpu: 4, memory: 1e9, phase: 'Pending' }),
}

function promtest(name: string, series: Series, asserted: object): void {
  test(name, () => {
    const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.yaml`)
    const input = Object.entries(series).map(([one, values]) => ({ series: one, values }))
    const tests = [{ interval: '1m', input_series: input, ...asserted }]
    writeFileSync(file, stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
    const { status, stdout, stderr } = run('test', 'rules', file)
    assert.equal(status, 0, stdout + stderr)
  })
}

/** Values by labels, of one resource. */
const is = (record: string, resource: 'cpu' | 'memory', values: Readonly<Record<string, number>>) => ({
  expr: `nodesize:${record}{resource="${resource}"}`,
  eval_time: '10m',
  exp_samples: Object.entries(values).map(([label, value]) => ({
    labels: `nodesize:${record}{${label},resource="${resource}",unit="${resource === 'cpu' ? 'core' : 'byte'}"}`,
    value,
  })),
})

const [a, b] = ['node="node-a"', 'node="node-b"'] as const

promtest('records: sizes, requests and free capacity without balloons', cluster, {
  promql_expr_test: [
    is('node_balloon_requests:sum', 'cpu', { [a]: 3 }),
    is('node_pod_requests:sum', 'cpu', { [a]: 3.5 }),
    is('node_size', 'cpu', { [a]: 5, [b]: 4 }),
    is('node_free', 'cpu', { [a]: 1.5, [b]: 4 }),
    is('node_size', 'memory', { [a]: 24e9, [b]: 16e9 }),
    is('node_free', 'memory', { [a]: 18e9, [b]: 16e9 }),
    is('namespace_pod_requests:sum', 'cpu', { 'namespace="default"': 2.5, 'namespace="jobs"': 1 }),
  ],
})

promtest(
  'records: two kube-state-metrics count nothing twice',
  { ...cluster, ...podSeries({ ...balloon, node: 'node-a', cpu: 3, memory: 8e9 }, 'ksm-1') },
  { promql_expr_test: [is('node_size', 'cpu', { [a]: 5, [b]: 4 })] },
)

promtest(
  'records: a pod with the name of a balloon, but another class, is a pod',
  {
    ...cluster,
    ...podSeries({ ...balloon, name: 'nodesize-balloon-y', priority: '', node: 'node-b', cpu: 1, memory: 1e9 }),
  },
  { promql_expr_test: [is('node_size', 'cpu', { [a]: 5, [b]: 4 }), is('node_free', 'cpu', { [a]: 1.5, [b]: 3 })] },
)

interface Story {
  readonly alert: string
  readonly series: Series
  /** Minutes at which it fires, and does not. */
  readonly fires?: number
  readonly silent: number
  readonly labels?: Readonly<Record<string, string>>
  readonly value?: number
}

const counted = (reason: string) => `nodesize_reconciler_nodes{reason="${reason}",pod="r-0"}`
const leader = 'nodesize_reconciler_leader{pod="r-0"}'
const lastPass = 'nodesize_reconciler_last_pass_timestamp_seconds{pod="r-0"}'
const acted = (outcome: string) => `nodesize_reconciler_actions_total{action="resize",outcome="${outcome}",pod="r-0"}`
const unavailable =
  'kube_daemonset_status_number_unavailable{daemonset="nodesize-balloon",namespace="s",instance="ksm-0"}'
/** A node that is not Ready, with its balloon. */
const lost: Series = {
  'kube_pod_info{namespace="s",pod="nodesize-balloon-l",node="l",priority_class="nodesize-balloon"}': '1x120',
  'kube_node_status_condition{node="l",condition="Ready",status="true"}': '0x120',
}
const stories: readonly Story[] = [
  { alert: 'NodeSizesNotKept', series: { [leader]: '1x10 0x60' }, fires: 30, silent: 15 },
  { alert: 'NodeSizesNotKept', series: { [leader]: '1x10 _x60' }, fires: 30, silent: 9 },
  {
    alert: 'NodeSizesUnreadable',
    series: { [counted('DesiredSizeInvalid')]: '0x5 2x30' },
    fires: 20,
    silent: 8,
    value: 2,
  },
  {
    ...{ alert: 'NodeSizesWithoutRoom', series: { [counted('NoRoomForDesiredSize')]: '0x5 3x200' } },
    ...{ fires: 100, silent: 50, value: 3 },
  },
  {
    ...{ alert: 'NodeSizeBalloonsMissing', series: { [unavailable]: '0x5 4x60' } },
    ...{ fires: 40, silent: 15, labels: { namespace: 's' }, value: 4 },
  },
  { alert: 'NodeSizeBalloonsMissing', series: { ...lost, [unavailable]: '1x120' }, silent: 100 },
  {
    ...{ alert: 'NodeSizeBalloonsMissing', series: { ...lost, [unavailable]: '1x60 2x60' } },
    ...{ fires: 100, silent: 60, labels: { namespace: 's' }, value: 1 },
  },
  {
    ...{ alert: 'NodeSizesLeaderStuck', series: { [leader]: '1x120', [lastPass]: '600x120' } },
    ...{ fires: 70, silent: 60, labels: { pod: 'r-0' } },
  },
  {
    ...{ alert: 'NodeSizesLeaderStuck', series: { [leader]: '1x120' } },
    ...{ fires: 20, silent: 10, labels: { pod: 'r-0' } },
  },
  { alert: 'NodeSizesLeaderStuck', series: { [leader]: '0x120', [lastPass]: '600x120' }, silent: 100 },
  { alert: 'NodeSizesLeaderStuck', series: { [leader]: '1x120', [lastPass]: '0+60x120' }, silent: 100 },
  {
    ...{ alert: 'NodeSizeActionsFail', series: { [acted('timeout')]: '0+1x60' } },
    ...{ fires: 40, silent: 10, labels: { outcome: 'timeout' } },
  },
  { alert: 'NodeSizeActionsFail', series: { [acted('reverted')]: '0+1x60' }, silent: 50 },
  { alert: 'NodeSizeActionsFail', series: { [acted('timeout')]: '0x20 2x60' }, silent: 45 },
  {
    ...{ alert: 'NodeSizesPolicyMissing', series: { 'nodesize_reconciler_policy_enforced{pod="r-0"}': '1x10 0x30' } },
    ...{ fires: 20, silent: 12 },
  },
]

for (const [index, { alert, series, fires, silent, labels = {}, value = 1 }] of stories.entries()) {
  const { annotations = {} } = spec.groups.flatMap((group) => group.rules).find((one) => one.alert === alert)!
  const filled = Object.entries(annotations).map(([name, text]) => [
    name,
    text
      .replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? '')
      .replaceAll('{{ $value }}', String(value)),
  ])
  const firing = { exp_labels: { severity: 'warning', ...labels }, exp_annotations: Object.fromEntries(filled) }
  promtest(`alerts: ${alert} ${index}`, series, {
    alert_rule_test: [
      ...(fires === undefined ? [] : [{ eval_time: `${fires}m`, alertname: alert, exp_alerts: [firing] }]),
      { eval_time: `${silent}m`, alertname: alert, exp_alerts: [] },
    ],
  })
}

test('each alert is seen firing and silent', () => {
  const named = spec.groups.flatMap(({ rules: all }) => all).flatMap(({ alert = '' }) => (alert === '' ? [] : [alert]))
  const fired = new Set(stories.flatMap(({ alert, fires }) => (fires === undefined ? [] : [alert])))
  assert.deepEqual([...fired].toSorted(), named.toSorted())
})
