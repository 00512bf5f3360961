import { expect, test } from '@jest/globals'
import { runAgent } from '../../../../../src/lib/agent/loop/run-agent.ts'
import { defaultSettings } from '../../../../../src/lib/agent/model/settings.ts'
import { type HostOptions, simulatedHost } from '../../../../../src/lib/agent/simulated/ports/host.ts'
import type { AgentStatus } from '../../../../../src/lib/agent/status/status.ts'
import { InProcess } from '../../../../support/in-process.ts'

const head = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const path = '/api/v1/namespaces/kube-system/configmaps'
const name = 'node-a-kubelet-configuration'

type Act = readonly [atMs: number, act: (cluster: InProcess) => void]

const push = (fields: string): Act => [
  60_000,
  (cluster) =>
    cluster.asAdmin({
      method: 'POST',
      path,
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { kubelet: `${head}${fields}\n` } },
    }),
]

const podsPath = '/api/v1/namespaces/default/pods'

const pod = (podName: string): Act => [
  30_000,
  (cluster) =>
    cluster.asAdmin({
      method: 'POST',
      path: podsPath,
      body: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: podName },
        spec: { nodeName: 'node-a', containers: [{ name: 'main', image: 'pause' }] },
      },
    }),
]

const leave = (podName: string): Act => [
  600_000,
  (cluster) =>
    cluster.asAdmin({
      method: 'DELETE',
      path: `${podsPath}/${podName}`,
      body: { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0 },
    }),
]

const cordon: Act = [
  90_000,
  (cluster) =>
    cluster.asAdmin({
      method: 'PATCH',
      path: '/api/v1/nodes/node-a',
      contentType: 'application/merge-patch+json',
      body: { spec: { unschedulable: true } },
    }),
]

const remove: Act = [1_800_000, (cluster) => cluster.asAdmin({ method: 'DELETE', path: `${path}/${name}` })]

/** The agent of node-a with its usual settings for an hour, in which something happens. */
const hour = (...acts: readonly Act[]) => hourOn({}, ...acts)

async function hourOn(given: Pick<HostOptions, 'disconnected'>, ...acts: readonly Act[]) {
  using cluster = new InProcess()
  const { clock } = cluster
  const node = cluster.cluster.agentNode('node-a')
  const host = await simulatedHost({ clock, kubeletVersion: 'v1.36.0', release: '1.36', node, ...given })
  const end = new AbortController()
  for (const [atMs, act] of acts) clock.after(atMs, () => act(cluster))
  clock.after(3_600_000, () => end.abort(new Error('over')))
  const statuses: AgentStatus[] = []
  const observer = {
    status: (one: AgentStatus) => void statuses.push(one),
    announce() {},
    ended() {},
    warn() {},
    limited() {},
  }
  const { documents, rollouts, events } = cluster.cluster
  const settings = { ...defaultSettings, jitterMs: 0 }
  const dependencies = { node: 'node-a', settings, allowedUnsafe: [], host, clock, random: () => 0 }
  await runAgent({ ...dependencies, cluster: { documents, rollouts, node, events } }, { observer }, end.signal)
  const phases = statuses.map(({ phase }) => phase)
  return {
    phases: phases.filter((phase, i) => phase !== phases[i - 1]),
    problem: statuses.at(-1)?.problem?.reason,
    runs: (await host.live.read()).content,
    drifted: statuses.some(({ drifted }) => drifted),
  }
}

const changed = ['Resolving', 'Idle', 'Resolving', 'Applying', 'Trial']
const refused = ['Resolving', 'Idle', 'Resolving']

test.each([
  ['that it can live with is promoted', 'imageGCHighThresholdPercent: 90', [...changed, 'Good'], undefined, 'ours'],
  [
    'with which it does not report is rolled back',
    'contentType: application/banana',
    [...changed, 'RollingBack', 'RolledBack'],
    'LeaseNotRenewed',
    'local',
  ],
  [
    'with which it does not answer is rolled back',
    'healthzBindAddress: 192.0.2.1',
    [...changed, 'RollingBack', 'RolledBack'],
    'HealthzNotAnswered',
    'local',
  ],
  ['that lowers what no pod needs is applied', 'maxPods: 50', [...changed, 'Good'], undefined, 'ours'],
  ['that is not valid is refused', 'maxpods: 50', [...refused, 'Rejected'], 'DocumentRefused', 'local'],
])('a document %s', async (_, fields, phases, problem, runs) => {
  expect(await hour(push(fields))).toEqual({ phases, problem, runs, drifted: false })
})

test.each([
  ['that ends the kubelet is taken back by the rescue', 'cgroupRoot: /missing', ['RolledBack'], 'Rescued', 'local'],
  [
    'of another CPU manager runs without the state file of the last',
    'cpuManagerPolicy: static\nkubeReserved: {cpu: 500m}',
    ['Good'],
    undefined,
    'ours',
  ],
])('on an empty node, a document %s', async (_, fields, last, problem, runs) => {
  const told = await hour(push(fields))
  expect(told).toMatchObject({ problem, runs, drifted: false })
  expect(told.phases).toEqual(expect.arrayContaining(['Applying', 'Trial']))
  expect(told.phases.slice(-1)).toEqual(last)
})

test('a document that would end pods is held until the node is drained', async () => {
  const drained = await hour(pod('a'), pod('b'), push('maxPods: 1'), cordon, leave('a'), leave('b'))
  expect(drained).toMatchObject({
    phases: [...refused, 'Held', 'Resolving', 'Applying', 'Trial', 'Good'],
    runs: 'ours',
  })
})

test('the node returns to its own file when the document is gone', async () => {
  const { phases, runs } = await hour(push('imageGCHighThresholdPercent: 90'), remove)
  expect(phases).toEqual([...changed, 'Good', 'Resolving', 'Applying', 'Trial', 'Idle'])
  expect(runs).toBe('local')
})

test('a document is held where the unit of the kubelet would not run the rescue', async () => {
  expect(await hourOn({ disconnected: 'reset' }, push('imageGCHighThresholdPercent: 90'))).toMatchObject({
    phases: [...refused, 'Held'],
    problem: 'RescueNotConnected',
    runs: 'local',
  })
})

test('a rescue whose drop-in is gone is connected again, and acts', async () => {
  expect(await hourOn({ disconnected: 'file-gone' }, push('cgroupRoot: /missing'))).toMatchObject({
    problem: 'Rescued',
    runs: 'local',
  })
})
