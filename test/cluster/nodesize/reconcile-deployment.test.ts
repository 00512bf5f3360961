import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { reconciler } from '../../../src/lib/names.ts'
import { nodesize } from '../commands.ts'
import { controlPlaneAddress } from '../control-plane/network.ts'
import { applyObjects, kubectl, kubectlJson } from '../kubectl.ts'
import { nodes } from '../machine/nodes.ts'
import { containerPids, onNode } from '../node.ts'
import { loadOwnImage, ownImage, removeOwnImage } from '../own-image.ts'
import type { PodStatus } from '../pods.ts'
import { until } from '../until.ts'
import { cpuShare } from './allocatable.ts'
import { replaceBalloon } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { sizeOf } from './sizes.ts'

keepInstalled()

const names = nodes.map(({ name }) => name)
const inNamespace = `--namespace=${reconciler.namespace}`
let manifests = ''

interface Deployment {
  readonly kind: string
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly object[] } } }
}

/** The cluster has no kube-proxy: the address of the Service leads nowhere, and only nodes reach the API server. */
function reachingServer(deployment: Deployment): object {
  const { template } = deployment.spec
  const env = [
    { name: 'KUBERNETES_SERVICE_HOST', value: controlPlaneAddress },
    { name: 'KUBERNETES_SERVICE_PORT', value: '6443' },
  ]
  const containers = template.spec.containers.map((container) => ({ ...container, env }))
  const spec = { ...template.spec, containers, hostNetwork: true }
  return { ...deployment, spec: { ...deployment.spec, template: { ...template, spec } } }
}

beforeAll(async () => {
  await loadOwnImage(names)
  manifests = (await nodesize(['manifests', '--image', ownImage, '--output=json'])).stdout
  const { items } = JSON.parse(manifests) as { items: readonly Deployment[] }
  await applyObjects(items.filter(({ kind }) => kind !== 'Deployment'))
  // As printed, it is what the namespace demands of pods.
  await kubectl(['apply', '--dry-run=server', '--filename=-', '--warnings-as-errors'], { input: manifests })
  await kubectl(['label', 'namespace', reconciler.namespace, 'pod-security.kubernetes.io/enforce-'])
  await kubectl(['label', 'node', ...names, 'node-role.kubernetes.io/control-plane='])
  await applyObjects(items.filter(({ kind }) => kind === 'Deployment').map(reachingServer))
}, 300_000)

afterAll(async () => {
  await kubectl(['delete', '--filename=-', '--ignore-not-found', '--wait'], { input: manifests })
  await kubectl(['label', 'node', ...names, 'node-role.kubernetes.io/control-plane-'])
  await until(async () => (await replicas()).length === 0, 'replicas are left')
  await removeOwnImage(names)
}, 120_000)

const selector = `--selector=app.kubernetes.io/name=${reconciler.name}`

interface Replica {
  readonly metadata: { readonly name: string }
  readonly spec: { readonly nodeName: string }
  readonly status: PodStatus
}

const replicas = async (): Promise<readonly Replica[]> =>
  (await kubectlJson<{ items: Replica[] }>(['get', 'pods', inNamespace, selector])).items

const metricsOf = (node: string): Promise<string> =>
  onNode(node, ['curl', '--silent', '--max-time', '5', 'http://127.0.0.1:10246/metrics']).catch(() => '')

/** The node of the replica that leads; undefined when it is not exactly one. */
async function leadingNode(): Promise<string | undefined> {
  const pages = await Promise.all(names.map(async (node) => ({ node, page: await metricsOf(node) })))
  const leading = pages.filter(({ page }) => page.includes('nodesize_reconciler_leader 1'))
  return leading.length === 1 ? leading[0]?.node : undefined
}

/** Each start of a replica has an identity of its own. */
const holder = async (): Promise<string> =>
  kubectl(['get', 'lease', reconciler.name, inNamespace, '--output=jsonpath={.spec.holderIdentity}'])

async function restoresSize(): Promise<void> {
  expect(await nodesize(['set', 'node-a', '--cpu', '50%'])).toMatchObject({ exit: 0 })
  await replaceBalloon('node-a')
  const half = await cpuShare('node-a', 50n)
  await until(async () => {
    const { state, size } = await sizeOf('node-a')
    return state === 'Ready' && size.cpu === half
  }, 'node-a has not half its size')
}

test('two replicas from our image, with the rights of the manifests: one leads, and another goes on when it is killed', async () => {
  await kubectl(['rollout', 'status', `deployment/${reconciler.name}`, inNamespace, '--timeout=90s'])
  await until(async () => (await leadingNode()) !== undefined, 'no replica leads')
  const [leading, killed] = [await leadingNode(), await holder()]
  await restoresSize()
  const leader = (await replicas()).find(({ spec }) => spec.nodeName === leading)!
  const [{ containerID }] = leader.status.containerStatuses as unknown as [{ containerID: string }]
  const pid = (await containerPids(leading!)).get(containerID.replace('containerd://', ''))!
  await onNode(leading!, ['kill', '-KILL', String(pid)])
  // The other replica, as a rule; the one that the kubelet starts again asks for the Lease, too.
  await until(async () => (await holder()) !== killed && (await leadingNode()) !== undefined, 'no other replica leads')
  await restoresSize()
  await until(async () => {
    const now = await replicas()
    const restarts = Object.fromEntries(
      now.map(({ spec, status }) => [spec.nodeName, status.containerStatuses[0]?.restartCount]),
    )
    return restarts[leading!] === 1 && Object.values(restarts).includes(0)
  }, 'the killed replica was not started again')
}, 300_000)
