import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { stringify } from 'yaml'
import { monitoringObjects } from '../../src/lib/agent/manifests/monitoring.ts'
import { operatorSchema } from './operator-schema.ts'
import { promtool } from './programs.ts'

type Json = { readonly [name: string]: unknown }

const rule = monitoringObjects('kube-system').find(({ kind }) => kind === 'PrometheusRule') as unknown as Json
const program = join(await promtool(), 'promtool')
const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
const rules = join(folder, 'rules.yaml')
writeFileSync(rules, stringify(rule['spec']))

const run = (...args: readonly string[]) => spawnSync(program, args, { cwd: folder, encoding: 'utf8' })

test('the Prometheus operator accepts the PrometheusRule, every field of it', async () => {
  const validate = new Ajv({ strict: false }).compile(await operatorSchema('prometheusrules'))
  assert.deepEqual(validate(rule) ? [] : validate.errors, [])
  const wrong = structuredClone(rule) as { spec: { groups: { rules: Record<string, unknown>[] }[] } }
  wrong.spec.groups[0]!.rules[0]!['severity'] = 'warning'
  assert.equal(validate(wrong), false)
})

test('Prometheus accepts every rule', () => {
  const { status, stdout, stderr } = run('check', 'rules', '--lint=all', '--lint-fatal', rules)
  assert.equal(status, 0, stdout + stderr)
})

interface Story {
  readonly name: string
  readonly alert: string
  /** By the minute. */
  readonly series: Readonly<Record<string, string>>
  /** Minutes at which it fires, and at which it does not. */
  readonly fires: readonly number[]
  readonly silent: readonly number[]
  readonly labels: Readonly<Record<string, string>>
  readonly severity?: 'critical'
}

const condition = 'kube_node_status_condition{condition="KubeletConfigOk",node="n",status='
const heard = 'kubeletcfg_agent_build_info{instance="10.0.0.1:10247"}'
const stories: readonly Story[] = [
  {
    name: 'an agent that dies while its condition stays',
    alert: 'KubeletConfigAgentNotHeard',
    series: { [heard]: '1x30 _x500', [`${condition}"true"}`]: '1x530' },
    fires: [50, 300],
    silent: [20, 40, 395],
    labels: { instance: '10.0.0.1:10247' },
  },
  {
    name: 'an agent that was never scraped',
    alert: 'KubeletConfigAgentNotHeard',
    series: { [`${condition}"true"}`]: '1x100' },
    fires: [],
    silent: [50],
    labels: {},
  },
  {
    name: 'a service that does not run',
    alert: 'KubeletConfigAgentNotActive',
    series: { 'node_systemd_unit_state{name="kubeletcfg-agent.service",state="active",instance="a"}': '1x10 0x50' },
    fires: [40],
    silent: [5, 20],
    labels: { name: 'kubeletcfg-agent.service', state: 'active', instance: 'a' },
  },
  {
    name: 'a pod that does not run',
    alert: 'KubeletConfigAgentPodsNotReady',
    series: { 'kube_daemonset_status_number_unavailable{daemonset="kubeletcfg-agent",namespace="s"}': '0x10 2x50' },
    fires: [40],
    silent: [5, 20],
    labels: { daemonset: 'kubeletcfg-agent', namespace: 's' },
  },
  {
    name: 'a node without an agent',
    alert: 'KubeletConfigAgentMissing',
    series: { 'kube_node_info{node="a"}': '1x60', 'kube_node_info{node="n"}': '1x60', [`${condition}"true"}`]: '1x60' },
    fires: [40],
    silent: [20],
    labels: { node: 'a' },
  },
  {
    name: 'a document that does not run',
    alert: 'KubeletConfigNotOk',
    series: { [`${condition}"false"}`]: '0x10 1x20' },
    fires: [20],
    silent: [8, 12],
    labels: { condition: 'KubeletConfigOk', node: 'n', status: 'false' },
  },
  {
    name: 'an agent that does not decide',
    alert: 'KubeletConfigUndecided',
    series: { [`${condition}"unknown"}`]: '0x10 1x100' },
    fires: [80],
    silent: [8, 60],
    labels: { condition: 'KubeletConfigOk', node: 'n', status: 'unknown' },
  },
  {
    name: 'a document that does not run on two of three nodes',
    alert: 'KubeletConfigFailsOnManyNodes',
    series: {
      ...Object.fromEntries(['n', 'o', 'p'].map((node) => [`kube_node_info{node="${node}"}`, '1x60'])),
      [`${condition}"false"}`]: '0x10 1x50',
      [`${condition}"false"}`.replace('"n"', '"o"')]: '0x10 1x50',
    },
    fires: [20],
    silent: [8],
    labels: {},
    severity: 'critical',
  },
  {
    name: 'a document that does not run on one of eleven nodes',
    alert: 'KubeletConfigFailsOnManyNodes',
    series: {
      ...Object.fromEntries([...'nopqrstuvwx'].map((node) => [`kube_node_info{node="${node}"}`, '1x60'])),
      [`${condition}"false"}`]: '0x10 1x50',
    },
    fires: [],
    silent: [8, 40],
    labels: {},
  },
  {
    name: 'a node without a healthy kubelet',
    alert: 'KubeletConfigDeadEnd',
    series: { 'kubeletcfg_agent_phase{phase="DeadEnd",instance="a"}': '0x10 1x20' },
    fires: [12],
    silent: [8],
    labels: { phase: 'DeadEnd', instance: 'a' },
    severity: 'critical',
  },
]

const { groups } = rule['spec'] as {
  groups: { rules: { alert: string; annotations: Record<string, string> }[] }[]
}
const alerts = groups.flatMap((group) => group.rules)

const annotationsOf = ({ alert, labels }: Story): Readonly<Record<string, string>> => {
  const { annotations } = alerts.find((one) => one.alert === alert)!
  const filled = (text: string) =>
    text
      .replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? '')
      .replaceAll('{{ $value }}', '2')
  return Object.fromEntries(Object.entries(annotations).map(([name, text]) => [name, filled(text)]))
}

for (const [index, story] of stories.entries())
  test(`alerts: ${story.name}`, () => {
    const firing = {
      exp_labels: { severity: story.severity ?? 'warning', ...story.labels },
      exp_annotations: annotationsOf(story),
    }
    const at = (minute: number, expected: readonly object[]) => ({
      eval_time: `${minute}m`,
      alertname: story.alert,
      exp_alerts: expected,
    })
    const file = join(folder, `story-${index}.yaml`)
    const input = Object.entries(story.series).map(([series, values]) => ({ series, values }))
    const cases = [
      ...story.fires.map((minute) => at(minute, [firing])),
      ...story.silent.map((minute) => at(minute, [])),
    ]
    const tests = [{ interval: '1m', input_series: input, alert_rule_test: cases }]
    writeFileSync(file, stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
    const { status, stdout, stderr } = run('test', 'rules', file)
    assert.equal(status, 0, stdout + stderr)
  })

test('each alert is seen firing and silent', () => {
  const fired = new Set(
    stories.flatMap(({ alert, fires, silent }) => (fires.length * silent.length > 0 ? [alert] : [])),
  )
  assert.deepEqual([...fired].toSorted(), alerts.map(({ alert }) => alert).toSorted())
})
