import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { describeSizingDiagnosis, sizingDiagnosisData } from '../../../../src/lib/fleet/doctor/output.ts'
import { diagnoseSizing } from '../../../../src/lib/sizes/doctor/doctor.ts'
import { mostKubelets } from '../../../../src/lib/sizes/doctor/read-cluster.ts'
import { expectGolden } from '../../../support/golden.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { clusterWithBalloons, giveBalloon, keepDesired, make, runPod } from '../resize/balloons.ts'
import { healthyCluster } from './healthy.ts'

let world: InProcess

beforeEach(async () => {
  world = await healthyCluster()
})
afterEach(() => world[Symbol.dispose]())

const diagnose = (cluster = world.cluster, ...names: readonly string[]) => diagnoseSizing({ cluster }, names, limits)

test('a healthy cluster works', async () => {
  const found = await diagnose()
  expectGolden(describeSizingDiagnosis(found), 'doctor/sizing-works.txt')
  const data = { apiVersion: 'kubeletcfg.dev/v1alpha1', kind: 'SizingDiagnosis', ...sizingDiagnosisData(found) }
  expectGolden(`${JSON.stringify(data, null, 2)}\n`, 'doctor/sizing-json.txt')
})

test('a cluster with much to take care of', async () => {
  runPod(world, { name: 'web', cpu: '1', memory: '1Gi' })
  giveBalloon(world, { cpu: '1', memory: '16Mi' })
  keepDesired(world, 'node-a', '{"cpu":"2"}')
  keepDesired(world, 'node-b', 'two')
  const spec = { hard: { 'requests.cpu': '8' } }
  make(world, { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q', namespace: 'kube-system' }, spec })
  const limit = { limits: [{ type: 'Container', max: { cpu: '1' } }] }
  make(world, { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'l', namespace: 'kube-system' }, spec: limit })
  world.asAdmin({ method: 'DELETE', path: '/apis/rbac.authorization.k8s.io/v1/clusterroles/nodesize-cordon' })
  expectGolden(describeSizingDiagnosis(await diagnose()), 'doctor/sizing-care.txt')
})

/** The cluster, for one who may read these and DaemonSets. */
function connectAs(name: string, resources: readonly string[]) {
  const rbac = '/apis/rbac.authorization.k8s.io/v1'
  const rules = [
    { apiGroups: [''], resources, verbs: ['get', 'list'] },
    { apiGroups: ['apps'], resources: ['daemonsets'], verbs: ['get'] },
  ]
  world.asAdmin({ method: 'POST', path: `${rbac}/clusterroles`, body: { metadata: { name }, rules } })
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name }
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }]
  const body = { metadata: { name }, roleRef, subjects }
  world.asAdmin({ method: 'POST', path: `${rbac}/clusterrolebindings`, body })
  return world.connect({ user: { name, groups: [] } })
}

test('who may read nodes and pods only learns what was not looked at', async () => {
  const found = await diagnose(connectAs('nora', ['nodes', 'pods']))
  expect(found.verdict).toBe('with-care')
  expectGolden(describeSizingDiagnosis(found), 'doctor/sizing-few-rights.txt')
})

test.each([[[]], [['node-a']]])('who may not list pods learns that of pods and sizes, too: %j', async (names) => {
  keepDesired(world, 'node-a', '{"cpu":"2"}')
  const found = await diagnose(connectAs('nils', ['nodes', 'configmaps']), ...names)
  expect(found.verdict).toBe('with-care')
  expect(found.care).toContainEqual(
    expect.objectContaining({ reason: 'NotSeen', parts: expect.arrayContaining(['pods']) }),
  )
  const reasons = [...found.care, ...found.works, ...found.problems].map(({ reason }) => reason)
  expect(reasons).not.toContain('SizesDrifted')
  expect(reasons).not.toContain('BalloonsReady')
})

test('a node that is named is asked, and only what concerns it is said', async () => {
  keepDesired(world, 'node-b', 'two')
  const found = await diagnose(world.cluster, 'node-a')
  expect(found.care.map(({ reason }) => reason)).toEqual(['ReconcilerAbsent'])
  expect(found.works).toContainEqual({ reason: 'CgroupV2Required', nodes: ['node-a'] })
})

test('nodes that do not exist are refused by their names', async () => {
  const asked = diagnose(world.cluster, 'node-a', 'node-y')
  await expect(asked).rejects.toMatchObject({ code: 'invalid', fact: { reason: 'NodeNotFound' } })
})

test('the kubelets of many nodes are not asked, and that is said', async () => {
  const names = Array.from({ length: mostKubelets + 1 }, (_, i) => ({ name: `node-${i}` }))
  using large = clusterWithBalloons(...names)
  const found = await diagnoseSizing({ cluster: large.cluster }, [], limits)
  expect(found.works).toContainEqual({ reason: 'KubeletsNotAsked', count: mostKubelets + 1 })
})

test('a pod that preempts balloons is counted by its class', async () => {
  const metadata = { name: 'vital', namespace: 'kube-system' }
  const containers = [{ name: 'app', image: 'app' }]
  const spec = { nodeName: 'node-a', priorityClassName: 'system-node-critical', containers }
  make(world, { apiVersion: 'v1', kind: 'Pod', metadata, spec })
  const { works } = await diagnose()
  expect(works).toContainEqual({ reason: 'BalloonsPreemptible', classes: [{ name: 'system-node-critical', pods: 1 }] })
})
