import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { agent } from '../../../src/lib/names.ts'
import { kubeletcfg } from '../commands.ts'
import { controlPlaneAddress } from '../control-plane/network.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import { onNode, writeOnNode } from '../node.ts'
import { loadOwnImage, removeOwnImage } from '../own-image.ts'
import { makeNode, removeNodes, untilReady } from '../own-node.ts'
import { executable } from './executable.ts'
import { configz, unstore } from './installed-agent.ts'
import { listing } from './listing.ts'
import { withdrawReports } from './withdraw-reports.ts'

const timing = ['--trial', '5s', '--jitter', '0', '--health-deadline', '30s', '--crash-threshold', '4']
/** A document gives the kubelet another certificate. */
const allowed = ['--allow-unsafe=tlsCertFile', '--allow-unsafe=tlsPrivateKeyFile']
const args = [
  'agent',
  'manifests',
  '--daemonset',
  '--server',
  `https://${controlPlaneAddress}:6443`,
  ...timing,
  ...allowed,
]
const manifests = async () => (await kubeletcfg(args)).stdout
let kubeadm: string
let nodes: readonly string[]
let before: string

beforeAll(async () => {
  kubeadm = (await makeNode({ layout: 'kubeadm' })).name
  nodes = ['node-a', 'node-b', kubeadm]
  before = await listing(kubeadm)
  await loadOwnImage(nodes)
  await kubectl(['apply', '--filename=-'], { input: await manifests() })
}, 300_000)

afterAll(async () => {
  await kubectl(['delete', '--filename=-', '--ignore-not-found', '--wait'], { input: await manifests() })
  await unstore(kubeadm)
  await removeNodes()
  await withdrawReports(['node-a', 'node-b'])
  await removeOwnImage(['node-a', 'node-b'])
}, 120_000)

const conditionField = (field: string) => `{.status.conditions[?(@.type=="${agent.condition}")].${field}}`

const awaitReason = (node: string, reason: string, seconds?: number) =>
  awaitField(node, `${conditionField('reason')}=${reason}`, seconds)

async function awaitField(node: string, path: string, seconds = 120): Promise<void> {
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
async function push(own: string, change: string, node = 'node-a'): Promise<void> {
  const args = ['push', '-f', '-', '--node', node, '--yes', '--skip-validation', '--accept-risk', 'reboot']
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

const config = '/var/lib/kubelet/config.yaml'
const withoutState = (listed: string): string => listed.replaceAll(/^.*\/var\/lib\/kubelet\/\w+_state\b.*\n/gm, '')

test('on a node of kubeadm, its unit reads the document, and the file of kubeadm stays', async () => {
  await awaitReason(kubeadm, 'Idle')
  const own = await onNode(kubeadm, ['cat', config])
  await push(own, 'registryBurst: 77', kubeadm)
  await awaitReason(kubeadm, 'Good')
  expect(await burstOf(kubeadm)).toBe(77)
  expect(await onNode(kubeadm, ['cat', config])).toBe(own)
}, 120_000)

test('a service is not installed beside the pod', async () => {
  const program = await executable()
  await writeOnNode(kubeadm, '/run/admin.conf', await readFile(process.env['KUBECONFIG'] ?? '', 'utf8'))
  const install = [program, 'agent', 'install', '--kubeconfig=/run/admin.conf', '--yes']
  await expect(onNode(kubeadm, install)).rejects.toThrow(/this node has the agent of a DaemonSet/)
  await onNode(kubeadm, ['rm', '/run/admin.conf'])
}, 180_000)

test('a node that joins gets its agent and the document of all, with nobody of its own to care for it', async () => {
  const others = [...nodes]
  expect(await kubeletcfg(['opt-out', ...others, '--yes'])).toMatchObject({ exit: 0 })
  const own = await onNode(kubeadm, ['cat', config])
  const pushing = ['push', '-f', '-', '--global', '--yes', '--skip-validation', '--accept-risk', 'reboot']
  expect(await kubeletcfg(pushing, { input: `${own}\nregistryBurst: 66\n` })).toMatchObject({ exit: 0 })
  const joining = (await makeNode({ layout: 'kubeadm' })).name
  await loadOwnImage([joining])
  await awaitReason(joining, 'Good')
  expect(await burstOf(joining)).toBe(66)
  await kubectl(['delete', 'configmap', 'global-kubelet-configuration', '--namespace=kube-system'])
  await awaitReason(joining, 'Idle')
  nodes = [...nodes, joining]
  expect(await kubeletcfg(['opt-in', ...others, '--yes'])).toMatchObject({ exit: 0 })
}, 240_000)

const [certificate, key] = ['/run/served.crt', '/run/served.key']

/**
 * The document is fine until its certificate is gone: no start of the kubelet works with it then. When it has ended twice,
 * the process of the pod's agent is killed; only a kubelet could start it again.
 */
const killBoth = `
until grep -qs ${certificate} /var/lib/kubelet/kubeletcfg.yaml; do sleep 0.1; done
rm ${certificate} ${key}
sleep 2
restarts() { systemctl show --property=NRestarts --value kubelet; }
if [ "$(restarts)" = 0 ]; then systemctl kill --signal=KILL kubelet; fi
until [ "$(restarts)" -ge 2 ]; do sleep 0.1; done
kill -KILL $(pgrep -f '[a]gent run --node-name='); sleep 0.2
if pgrep -f '[a]gent run --node-name=' >/dev/null; then echo alive; else echo dead; fi`

test('a document that kills the kubelet is rescued though the pod of the agent is dead', async () => {
  const own = await onNode(kubeadm, ['cat', config])
  const pki = '/var/lib/kubelet/pki/kubelet'
  await onNode(kubeadm, ['sh', '-ec', `cp ${pki}.crt ${certificate}; cp ${pki}.key ${key}`])
  const dead = onNode(kubeadm, ['timeout', '90', 'sh', '-c', killBoth]).catch(() => 'nothing was killed')
  await push(own, `registryBurst: 78\ntlsCertFile: ${certificate}\ntlsPrivateKeyFile: ${key}`, kubeadm)
  const message = async () => kubectl(['get', 'node', kubeadm, `-o=jsonpath=${conditionField('message')}`])
  expect([await dead, await message()]).toEqual(['dead\n', expect.anything()])
  // The kubelet comes back by itself, and only then can it start the pod of the agent again.
  await awaitReason(kubeadm, 'RolledBack', 120)
  await untilReady(kubeadm)
  expect(await burstOf(kubeadm)).toBe(77)
  const log = await onNode(kubeadm, ['journalctl', '--unit=kubelet', '--output=cat', '--grep=kubeletcfg rescue'])
  expect(log).toMatch(/the kubelet ended by itself 4 times with document/)
}, 240_000)

test('pods that uninstall leave every node as it was', async () => {
  const uninstalling = await kubeletcfg(['agent', 'manifests', '--daemonset', '--uninstall'])
  await kubectl(['apply', '--filename=-'], { input: uninstalling.stdout })
  await kubectl(['rollout', 'status', 'daemonset/kubeletcfg-agent', '--namespace=kube-system', '--timeout=150s'])
  // Its pods have made a kubelet write state of its own.
  expect(withoutState(await listing(kubeadm))).toBe(withoutState(before))
  const usual = (await configz(kubeadm))['registryBurst']
  expect(usual).not.toBe(77)
  const left = await kubectl(['get', 'nodes', '--output=json'])
  expect(left).not.toMatch(/KubeletConfigOk|agent-status/)
}, 240_000)
