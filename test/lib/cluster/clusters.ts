import { configMapName, type Target } from '../../../src/lib/documents/target.ts'
import { document } from '../../../src/lib/names.ts'
import { refusal } from '../../support/api-server.ts'
import { InProcess } from '../../support/in-process.ts'
import { optIn } from '../pods/samples.ts'

export const limits = { signal: new AbortController().signal }

export interface NodeSketch {
  readonly name?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  /** Besides Ready. */
  readonly conditions?: readonly object[]
  readonly kubeletVersion?: string
  readonly operatingSystem?: string
  /** Of the kernel of its host; none is reported without it. */
  readonly bootID?: string
}

/** A simulated cluster of these nodes: ready, with 4 cores and 16Gi, and with the label that a balloon wants. */
export function clusterOf(...nodes: readonly NodeSketch[]): InProcess {
  const world = new InProcess({ nodes: 0 })
  for (const node of nodes) addNode(world, node)
  return world
}

function addNode(world: InProcess, node: NodeSketch): void {
  const { name = 'node-a', kubeletVersion = 'v1.36.3', operatingSystem = 'linux' } = node
  const { annotations = {}, conditions = [], bootID = '' } = node
  const labels = { 'kubernetes.io/os': operatingSystem, ...(node.labels ?? optIn) }
  const status = {
    allocatable: { cpu: '4', memory: '16Gi', pods: '110' },
    conditions: [{ type: 'Ready', status: 'True' }, ...conditions],
    nodeInfo: { kubeletVersion, operatingSystem, bootID },
  }
  world.asAdmin({ method: 'POST', path: '/api/v1/nodes', body: { metadata: { name, labels, annotations }, status } })
}

/** So many pods that request nothing run there. */
export function addPods(world: InProcess, node: string, count: number): void {
  for (let i = 0; i < count; i += 1) addPod(world, node, { name: `${node}-${i}` })
}

/** A pod that runs there. */
export function addPod(
  world: InProcess,
  node: string,
  { name, requests = {} }: { name: string; requests?: object },
): void {
  world.asAdmin({
    method: 'POST',
    path: '/api/v1/namespaces/default/pods',
    body: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: { nodeName: node, containers: [{ name: 'main', image: 'pause', resources: { requests } }] },
    },
  })
}

const configMaps = '/api/v1/namespaces/kube-system/configmaps'

interface ConfigMap {
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
}

/** By name, what each ConfigMap has for the kubelet; undefined without the key. */
export function stored(world: InProcess): ReadonlyMap<string, string | undefined> {
  const { items } = world.asAdmin<{ items: ConfigMap[] }>({ method: 'GET', path: configMaps })
  return new Map(items.map(({ metadata, data = {} }) => [metadata.name, data[document.key]]))
}

/** As somebody with kubectl edit: makes the ConfigMap, or makes it this. Without a body the key is missing. */
export function put(world: InProcess, target: Target, body: string | undefined, more: object = {}): void {
  const name = configMapName(target)
  const there = stored(world).has(name)
  world.asAdmin({
    method: there ? 'PUT' : 'POST',
    path: there ? `${configMaps}/${name}` : configMaps,
    query: { fieldManager: 'kubectl-edit' },
    body: { metadata: { name }, data: body === undefined ? {} : { [document.key]: body }, ...more },
  })
}

/** As Flux does: by server-side apply. */
export function applied(world: InProcess, target: Target, body: string, metadata: object = {}): void {
  const name = configMapName(target)
  world.asAdmin({
    method: 'PATCH',
    path: `${configMaps}/${name}`,
    query: { fieldManager: 'kustomize-controller', force: 'true' },
    contentType: 'application/apply-patch+yaml',
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, name }, data: { [document.key]: body } },
  })
}

/** A refusal by RBAC, in the words of the API server. */
export const forbidden = (message: string) =>
  ({ kind: 'answer', status: 403, body: refusal(403, 'Forbidden', { message }).body }) as const
