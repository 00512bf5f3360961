import { agentManifests } from '../../../src/lib/agent-manifests/manifests.ts'
import { agent, balloon, document, reconciler } from '../../../src/lib/names.ts'
import { installObjects } from '../../../src/lib/sizing/manifests.ts'
import { reconcilerObjects } from '../../../src/lib/sizing/reconciler-manifests.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { pauseImage } from '../versions.ts'
import { type Thing, thing } from './thing.ts'

/** Of the documents and agents; of the balloons. */
export const [documents, balloons] = ['rights-documents', 'rights-balloons'] as const
export const [own, other] = ['rights-a', 'rights-b'] as const
const writers = { users: [], groups: ['system:masters'] }

const manifests = () => [
  ...agentManifests({
    ...{ namespace: documents, nodes: [own, other], daemonSet: undefined, monitoring: false },
    writers,
  }),
  // Without the pods.
  ...agentManifests({
    ...{ namespace: documents, nodes: [], monitoring: false, writers },
    daemonSet: { image: pauseImage, server: 'https://10.99.0.1:6443', places: [], arguments: [] },
  }).filter(({ kind }) => /^ServiceAccount|Role/.test(kind)),
  ...installObjects({
    ...{ namespace: balloons, image: pauseImage, createNamespace: 'no' },
    nodeSelector: { [balloon.optInLabel.key]: balloon.optInLabel.value },
  }),
  ...reconcilerObjects({
    ...{ namespace: balloons, reconcilerNamespace: reconciler.namespace, image: pauseImage, replicas: 1 },
    ...{ nodeSelector: undefined, birthPolicy: false, monitoring: undefined },
  }).filter(({ kind }) => !['Deployment', 'PriorityClass', 'NetworkPolicy'].includes(kind)),
]

const namespaces = [documents, balloons].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }))
const rbac = (kind: string, more: object) => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind, ...more })

/** Users with the roles that are printed without a ServiceAccount. */
export const [operator, cordoner, nobody] = ['rights-operator', 'rights-cordon', 'rights-nobody'] as const

const bound = (user: string, role: string) =>
  rbac('ClusterRoleBinding', {
    metadata: { name: user },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  })

const bindings = [bound(operator, balloon.clusterRole), bound(cordoner, balloon.cordonRole)]

const nodes: Readonly<Record<string, object>> = {
  [own]: { annotations: { 'rights.example/note': 'x', [agent.annotation.status]: '{}' } },
  [other]: { annotations: { 'rights.example/note': 'x' } },
}

const node = (name: string, { annotations = {} }: { annotations?: object }) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    ...{ name, annotations },
    labels: { 'rights.example/label': 'x' },
  },
  spec: { podCIDR: '10.250.0.0/24', taints: [{ key: 'rights.example/taint', effect: 'NoSchedule' }] },
})

const nodeStatus = {
  capacity: { cpu: '4', memory: '8Gi', pods: '110' },
  allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
  addresses: [{ type: 'InternalIP', address: '192.0.2.7' }],
  conditions: [
    { type: 'Ready', status: 'True', reason: 'Test', message: 'test' },
    { type: agent.condition, status: 'True', reason: 'Test', message: 'test' },
  ],
  images: [{ names: ['rights.example/image'], sizeBytes: 1 }],
  nodeInfo: { kubeletVersion: 'v1.36.3', operatingSystem: 'linux', architecture: 'amd64' },
}

const configMap = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    ...{ name, namespace: documents },
    labels: { 'rights.example/label': 'x' },
    annotations: { 'rights.example/note': 'x' },
  },
  data: { [document.key]: 'maxPods: 1' },
})

const event = (name: string, about: string) => ({
  ...{ apiVersion: 'v1', kind: 'Event', metadata: { name, namespace: 'default' } },
  involvedObject: { apiVersion: 'v1', kind: 'Node', name: about, uid: about },
  ...{ type: 'Normal', reason: 'Test', action: 'Test', message: 'test', eventTime: '2026-01-01T00:00:00.000000Z' },
  ...{ reportingComponent: agent.reportingComponent, reportingInstance: about },
})

const lease = (name: string, namespace: string) => ({
  ...{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name, namespace } },
  spec: { holderIdentity: 'x', leaseDurationSeconds: 15 },
})

const pod = {
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'rights-pod', namespace: balloons } },
  spec: {
    ...{ nodeName: other, terminationGracePeriodSeconds: 0 },
    containers: [
      { name: balloon.container, image: pauseImage, resources: { requests: { cpu: '1m', memory: '16Mi' } } },
    ],
  },
}

export const documentsOfOwn = [document.globalName, `${own}${document.nodeSuffix}`]

const objects = [
  ...[...documentsOfOwn, `${other}${document.nodeSuffix}`, document.revisionsName].map(configMap),
  event('rights-own', own),
  event('rights-other', other),
  ...[own, other].map((name) => lease(name, 'kube-node-lease')),
  lease('rights-lease', reconciler.namespace),
  pod,
]

/** Everything that we print, and objects of each kind that it is about. No kubelet serves its nodes. */
export async function makeScene(): Promise<void> {
  await applyObjects([...namespaces, ...Object.entries(nodes).map(([name, of]) => node(name, of))])
  for (const name of Object.keys(nodes))
    await kubectl(['patch', 'node', name, '--subresource=status', `--patch=${JSON.stringify({ status: nodeStatus })}`])
  await applyObjects([...manifests(), ...bindings, ...objects])
}

export async function removeScene(): Promise<void> {
  const list = (items: readonly object[]) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
  const remove = (items: readonly object[]) =>
    kubectl(['delete', '--filename=-', '--ignore-not-found'], { input: list(items) })
  await remove([...bindings, ...manifests(), ...objects])
  await remove([...Object.keys(nodes).map((name) => node(name, {})), ...namespaces])
}

/** What agents may read and write, what is another's, and what is none of their business. */
export const thingsForAgents: readonly Thing[] = [
  ...[own, other].map((name) => thing('nodes', name)),
  ...objects
    .filter(({ kind }) => kind === 'ConfigMap')
    .map(({ metadata }) => thing('configmaps', metadata.name, documents)),
  ...[own, other].map((name) => thing('serviceaccounts', `${agent.serviceAccountPrefix}${name}`, documents)),
  ...['rights-own', 'rights-other'].map((name) => thing('events', name, 'default')),
  ...[own, other].map((name) => thing('leases', name, 'kube-node-lease')),
  thing('leases', 'rights-lease', reconciler.namespace),
  thing('pods', 'rights-pod', balloons),
]
