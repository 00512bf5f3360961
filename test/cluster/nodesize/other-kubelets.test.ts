import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { balloon } from '../../../src/lib/names.ts'
import { nodesize } from '../commands.ts'
import { applyObjects, kubectl, kubectlJson } from '../kubectl.ts'
import { containerPids, onNode, writeOnNode } from '../node.ts'
import { makeNode, removeNodes, untilReady } from '../own-node.ts'
import { pausePod, podStatus, waitForPod } from '../pods.ts'
import { until } from '../until.ts'
import { versionBefore } from '../versions.ts'
import { keepInstalled } from './installation.ts'
import type { Size } from './sizes.ts'

keepInstalled()

/** With a kubelet one minor release older than the API server, and with cpus and memory that are given out for good. */
const nodes = { older: '', static: '' }
const kinds = ['older', 'static'] as const

const managers = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
cpuManagerPolicy: static
memoryManagerPolicy: Static
kubeReserved: { cpu: 500m, memory: 100Mi }
# All that is not allocatable: what is reserved, and the threshold of eviction.
reservedMemory: [{ numaNode: 0, limits: { memory: 200Mi } }]
`

async function makeStatic(): Promise<string> {
  const { name } = await makeNode()
  await onNode(name, ['systemctl', 'stop', 'kubelet'])
  await onNode(name, ['sh', '-c', 'rm -f /var/lib/kubelet/*_manager_state'])
  await writeOnNode(name, '/etc/kubernetes/kubelet.conf.d/50-managers.conf', managers)
  await onNode(name, ['systemctl', 'start', 'kubelet'])
  await until(
    async () => (await onNode(name, ['sh', '-c', 'cat /var/lib/kubelet/cpu_manager_state || :'])).includes('"static"'),
    'no static manager',
  )
  await untilReady(name)
  return name
}

beforeAll(async () => {
  const [older, fixed] = await Promise.all([makeNode({ kubelet: 'previous' }), makeStatic()])
  Object.assign(nodes, { older: older.name, static: fixed })
  const { key, value } = balloon.optInLabel
  await kubectl(['label', 'node', nodes.older, nodes.static, `${key}=${value}`])
  for (const kind of kinds) await until(async () => (await sizeOf(kind)).state === 'Ready', `no balloon on ${kind}`)
}, 120_000)
afterAll(removeNodes)

async function sizeOf(kind: keyof typeof nodes): Promise<Size> {
  return JSON.parse((await nodesize(['get', nodes[kind], '--output=json'])).stdout).items[0]
}

/** Guaranteed, with a cpu of its own where there are such. */
async function runTenant(kind: keyof typeof nodes): Promise<void> {
  const amounts = { cpu: '1', memory: '64Mi' }
  const resources = { requests: amounts, limits: amounts }
  await applyObjects([pausePod({ name: `tenant-${kind}`, nodeName: nodes[kind], resources })])
  await waitForPod(`tenant-${kind}`)
}

async function tenantOf(kind: keyof typeof nodes) {
  const { phase, containerStatuses } = await podStatus(`tenant-${kind}`)
  const [{ containerID, restartCount } = { containerID: '', restartCount: -1 }] = containerStatuses
  const pid = (await containerPids(nodes[kind])).get(containerID.replace('containerd://', ''))
  const cpus = await onNode(nodes[kind], ['sh', '-c', `grep Cpus_allowed_list /proc/${pid}/status`])
  return { phase, containerID, restartCount, pid, cpus: cpus.trim() }
}

test('the kubelet is a minor release older than the server', async () => {
  const { status } = await kubectlJson<{ status: { nodeInfo: { kubeletVersion: string } } }>([
    'get',
    'node',
    nodes.older,
  ])
  expect(status.nodeInfo.kubeletVersion).toBe(versionBefore)
})

test.each([
  ['an older kubelet', 'older'],
  ['static managers', 'static'],
] as const)('a node with %s is resized in place, and a pod keeps its process and its cpus', async (_, kind) => {
  await runTenant(kind)
  const before = await tenantOf(kind)
  const { allocatable, requested } = await sizeOf(kind)
  for (const size of [
    ['--cpu=-200m', '--memory=50%'],
    ['--cpu=-100m'],
    ['--cpu=+150m', '--memory=60%'],
    ['--cpu', requested.cpu],
  ]) {
    expect(await nodesize(['set', nodes[kind], ...size])).toMatchObject({ exit: 0, stderr: '' })
    expect(await sizeOf(kind)).toMatchObject({ state: 'Ready', allocatable })
  }
  expect((await sizeOf(kind)).free.cpu).toBe('0')
  const ran = await nodesize(['set', nodes[kind], '--cpu', '500m'])
  expect(ran).toMatchObject({ exit: 5, stderr: expect.stringContaining('has no room to shrink') })
  expect(await nodesize(['reset', nodes[kind]])).toMatchObject({ exit: 0 })
  expect(await tenantOf(kind)).toEqual(before)
})
