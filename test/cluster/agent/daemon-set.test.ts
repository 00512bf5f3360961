import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { version } from '../../../src/lib/cli/shell/build.ts'
import { agent } from '../../../src/lib/names.ts'
import { kubeletcfg } from '../commands.ts'
import { controlPlaneAddress } from '../control-plane/network.ts'
import { checkout } from '../host/directories.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import { onNode } from '../node.ts'
import { withdrawReports } from './withdraw-reports.ts'

const run = promisify(execFile)
const image = `localhost/kubeletcfg:${version}`
/** A node sees the checkout, but not the temporary folders of the host. */
const folder = join(checkout, 'dist-image')
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as 'x64' | 'arm64']
const timing = ['--trial', '5s', '--jitter', '0', '--health-deadline', '30s']
const args = ['agent', 'manifests', '--daemonset', '--server', `https://${controlPlaneAddress}:6443`, ...timing]
const manifests = async () => (await kubeletcfg(args)).stdout
const nodes = ['node-a', 'node-b'] as const

beforeAll(async () => {
  await run(process.execPath, [join(checkout, 'scripts', 'build', 'image', 'build.ts'), folder])
  const archive = join(folder, `kubeletcfg-${version}-linux-${architecture}.tar`)
  for (const node of nodes) await onNode(node, ['ctr', '--namespace=k8s.io', 'images', 'import', archive])
  await kubectl(['apply', '--filename=-'], { input: await manifests() })
}, 300_000)

afterAll(async () => {
  await kubectl(['delete', '--filename=-', '--ignore-not-found', '--wait'], { input: await manifests() })
  for (const node of nodes) {
    await onNode(node, ['ctr', '--namespace=k8s.io', 'images', 'rm', image])
    await onNode(node, ['rm', '-rf', '/var/lib/kubeletcfg'])
  }
  await withdrawReports(nodes)
  await rm(folder, { recursive: true, force: true })
}, 120_000)

const conditionField = (field: string) => `{.status.conditions[?(@.type=="${agent.condition}")].${field}}`

const awaitReason = (node: string, reason: string, seconds?: number) =>
  awaitField(node, `${conditionField('reason')}=${reason}`, seconds)

async function awaitField(node: string, path: string, seconds = 60): Promise<void> {
  try {
    await kubectl(['wait', `--for=jsonpath=${path}`, `node/${node}`, `--timeout=${seconds}s`])
  } catch (error) {
    const message = await kubectl(['get', 'node', node, `-o=jsonpath=${conditionField('message')}`])
    const log = await kubectl([
      'logs',
      '--namespace=kube-system',
      '-l',
      'app.kubernetes.io/name=kubeletcfg-agent',
      '--tail=20',
    ])
    throw new Error(`${String(error)}\n${message}\n${log}`)
  }
}

const burstOf = async (node: string): Promise<number> => {
  const text = await kubectl(['get', '--raw', `/api/v1/nodes/${node}/proxy/configz`])
  return (JSON.parse(text) as { kubeletconfig: { registryBurst: number } }).kubeletconfig.registryBurst
}

/** The file that the kubelet of the node started with, and a change of it, as a document. */
async function push(own: string, change: string): Promise<void> {
  const args = ['push', '-f', '-', '--node', 'node-a', '--yes', '--skip-validation', '--accept-risk', 'reboot']
  expect(await kubeletcfg(args, { input: `${own}\n${change}\n` })).toMatchObject({ exit: 0 })
}

test('the agents report on their Nodes, and bring a document to the kubelet and back', async () => {
  await kubectl(['rollout', 'status', 'daemonset/kubeletcfg-agent', '--namespace=kube-system', '--timeout=90s'])
  for (const node of nodes) await awaitReason(node, 'Idle')
  const before = await burstOf('node-a')
  const own = await onNode('node-a', ['cat', '/var/lib/kubelet/config.yaml'])

  await push(own, 'registryBurst: 77')
  await awaitReason('node-a', 'Good')
  expect(await burstOf('node-a')).toBe(77)

  await push(own, 'registryBurst: 78\ncgroupRoot: /no/such/cgroup')
  await awaitField('node-a', `${conditionField('status')}=False`)
  expect(await burstOf('node-a')).toBe(77)

  await kubectl(['delete', 'configmap', 'node-a-kubelet-configuration', '--namespace=kube-system'])
  await awaitReason('node-a', 'Idle', 120)
  expect(await burstOf('node-a')).toBe(before)
  expect(await onNode('node-a', ['cat', '/var/lib/kubelet/config.yaml'])).toBe(own)
}, 360_000)

test('each transition was an Event of the Node', async () => {
  interface Events {
    readonly items: readonly { reason: string; involvedObject: { kind: string; name: string } }[]
  }
  const { items } = await kubectlJson<Events>([
    'get',
    'events',
    '--field-selector=involvedObject.name=node-a,involvedObject.kind=Node',
  ])
  const reasons = items.map(({ reason }) => reason)
  expect(reasons.join()).toMatch(/KubeletConfig(RolledBack|Rejected)/)
  expect(reasons).toEqual(
    expect.arrayContaining(['KubeletConfigAssigned', 'KubeletConfigChanged', 'KubeletConfigProven']),
  )
})
