import { agentManifests } from '../../../src/lib/agent-manifests/manifests.ts'
import { agent, balloon, document, reconciler, wish } from '../../../src/lib/names.ts'
import { installObjects } from '../../../src/lib/sizing/manifests.ts'
import { reconcilerObjects } from '../../../src/lib/sizing/reconciler-manifests.ts'
import { applyObjects, kubectl, kubectlJson } from '../kubectl.ts'
import { until } from '../until.ts'
import { pauseImage } from '../versions.ts'
import { type Thing, thing } from './thing.ts'

/** Of the documents and agents; of the balloons. */
export const [documents, balloons] = ['rights-documents', 'rights-balloons'] as const
export const [own, other] = ['rights-a', 'rights-b'] as const
/** No field manager owns a field of it, so that nothing but its values says what was changed. */
export const unmanaged = 'rights-unmanaged'
/** Users with the roles that are printed without a ServiceAccount, one whom the policies call a writer, and others. */
export const [operator, cordoner, writer, stranger, nobody] = [
  'rights-operator',
  'rights-cordon',
  'rights-writer',
  'rights-stranger',
  'rights-nobody',
] as const
const writers = { users: [writer], groups: ['system:masters'] }

export const manifests = () => [
  ...agentManifests({
    ...{ namespace: documents, nodes: [own, other, unmanaged], daemonSet: undefined, monitoring: false },
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

const podSpec = {
  terminationGracePeriodSeconds: 0,
  containers: [{ name: balloon.container, image: pauseImage, resources: { requests: { cpu: '1m', memory: '16Mi' } } }],
}

const podOf = (name: string, ownerReferences: readonly object[] = []) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: balloons, ownerReferences } },
  spec: { nodeName: other, ...podSpec },
})

/** Like that of the balloons, by another name or elsewhere. */
const daemonSet = (name: string, namespace: string) => ({
  ...{ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name, namespace } },
  spec: {
    selector: { matchLabels: { rights: 'test' } },
    template: {
      metadata: { labels: { rights: 'test' } },
      spec: { ...podSpec, tolerations: [{ operator: 'Exists' }], nodeSelector: { 'rights.example/own': 'x' } },
    },
  },
})

const owners = [
  daemonSet('rights-other', balloons),
  daemonSet(balloon.daemonSet, documents),
  {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: balloon.daemonSet, namespace: balloons } },
    spec: {
      ...{ replicas: 0, selector: { matchLabels: { rights: 'none' } } },
      template: { metadata: { labels: { rights: 'none' } }, spec: podSpec },
    },
  },
]

/** Pods with an owner that is nearly the DaemonSet of the balloons. */
async function nearlyBalloons(): Promise<readonly object[]> {
  const uidOf = async (kind: string) =>
    (
      await kubectl(['get', kind, balloon.daemonSet, `--namespace=${balloons}`, '--output=jsonpath={.metadata.uid}'])
    ).trim()
  const right = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: balloon.daemonSet, uid: await uidOf('daemonset') }
  return [
    // Of a group that nobody serves: the garbage collector cannot look for it, and the controller knows it by its uid.
    podOf('rights-group', [{ ...right, apiVersion: 'rights.example/v1', uid: 'rights', controller: true }]),
    podOf('rights-kind', [{ ...right, kind: 'Deployment', uid: await uidOf('deployment'), controller: true }]),
    podOf('rights-owner', [right]),
    podOf('rights-no-controller', [{ ...right, controller: false }]),
  ]
}

const namespaces = [documents, balloons].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }))
const rbac = (kind: string, more: object) => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind, ...more })

export const bound = (role: string, ...users: readonly string[]) =>
  rbac('ClusterRoleBinding', {
    metadata: { name: `rights-${role}` },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: users.map((name) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name })),
  })

/** Every right of the groups that the policies are about, and of no other. */
const everything = rbac('ClusterRole', {
  metadata: { name: 'rights-everything' },
  rules: [{ apiGroups: ['', 'apps', 'coordination.k8s.io'], resources: ['*'], verbs: ['*'] }],
})

const bindings = [
  bound(balloon.clusterRole, operator),
  bound(balloon.cordonRole, cordoner),
  everything,
  bound('rights-everything', writer, stranger),
]

interface Cordon {
  readonly isMarked: boolean
  readonly unschedulable: boolean
}

/** Nodes in each state of a cordon. */
export const cordons: Readonly<Record<string, Cordon>> = {
  'rights-open': { isMarked: false, unschedulable: false },
  'rights-marked': { isMarked: true, unschedulable: true },
  'rights-cordoned': { isMarked: false, unschedulable: true },
  'rights-left': { isMarked: true, unschedulable: false },
}

const nodes: Readonly<Record<string, { annotations: object; labels?: object; unschedulable?: boolean }>> = {
  [own]: {
    annotations: { 'rights.example/note': 'x', [agent.annotation.status]: '{}' },
    labels: { [balloon.optInLabel.key]: balloon.optInLabel.value, 'rights.example/own': 'x' },
  },
  [other]: { annotations: { 'rights.example/note': 'x' } },
  [unmanaged]: { annotations: { 'rights.example/note': 'x' } },
  ...Object.fromEntries(
    Object.entries(cordons).map(([name, { isMarked, unschedulable }]) => [
      name,
      { annotations: isMarked ? { [balloon.cordonAnnotation]: 'x' } : {}, unschedulable },
    ]),
  ),
}

const node = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    ...{ name, annotations: nodes[name]?.annotations ?? {} },
    labels: { 'rights.example/label': 'x', ...nodes[name]?.labels },
  },
  spec: {
    ...{ podCIDR: '10.250.0.0/24', taints: [{ key: 'rights.example/taint', effect: 'NoSchedule' }] },
    ...(nodes[name]?.unschedulable && { unschedulable: true }),
  },
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

const configMap = (name: string, namespace: string = documents) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    ...{ name, namespace },
    labels: { 'rights.example/label': 'x' },
    annotations: { 'rights.example/note': 'x' },
  },
  data: { [document.key]: 'maxPods: 1' },
})

export const event = (name: string, about: string, reportingComponent: string, isNoted = false) => ({
  ...{ apiVersion: 'v1', kind: 'Event' },
  metadata: { name, namespace: 'default', ...(isNoted && { annotations: { 'rights.example/note': 'x' } }) },
  involvedObject: { apiVersion: 'v1', kind: 'Node', name: about, uid: about },
  ...{ type: 'Normal', reason: 'Test', action: 'Test', message: 'test', eventTime: '2026-01-01T00:00:00.000000Z' },
  ...{ reportingComponent, reportingInstance: about },
})

const lease = (name: string, namespace: string) => ({
  ...{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' },
  metadata: { name, namespace, annotations: { 'rights.example/note': 'x' } },
  spec: { holderIdentity: 'x', leaseDurationSeconds: 15 },
})

export const documentsOfOwn = [document.globalName, `${own}${document.nodeSuffix}`]

const configMapsOfDocuments = [...documentsOfOwn, `${other}${document.nodeSuffix}`, document.revisionsName]
const revision = `${own}${document.nodeSuffix}-1`

const objects = [
  ...[...configMapsOfDocuments, 'rights-plain'].map((name) => configMap(name)),
  configMap('rights-plain', balloons),
  {
    ...{ apiVersion: 'apps/v1', kind: 'ControllerRevision', metadata: { name: revision, namespace: documents } },
    ...{ revision: 1, data: { kubelet: 'maxPods: 1' } },
  },
  event('rights-own', own, agent.reportingComponent),
  event('rights-other', other, agent.reportingComponent),
  event('rights-reconciler', own, reconciler.reportingComponent),
  event('rights-noted', own, agent.reportingComponent, true),
  event('rights-noted-reconciler', own, reconciler.reportingComponent, true),
  // A token can be bound to it.
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: own, namespace: documents } },
  ...[own, other].map((name) => lease(name, 'kube-node-lease')),
  ...['rights-lease', reconciler.name].map((name) => lease(name, reconciler.namespace)),
  podOf('rights-pod'),
]

const listOf = (items: readonly object[]) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items })

/** Everything that we print, and objects of each kind that it is about. No kubelet serves its nodes. */
export async function makeScene(): Promise<void> {
  await applyObjects([...namespaces, ...Object.keys(nodes).map(node)])
  for (const name of Object.keys(nodes))
    await kubectl(['patch', 'node', name, '--subresource=status', `--patch=${JSON.stringify({ status: nodeStatus })}`])
  await applyObjects([...manifests(), ...bindings, ...owners])
  // Without the annotation that kubectl apply adds otherwise: agents write Events without any.
  await kubectl(['apply', '--server-side', '--filename=-'], { input: listOf(objects) })
  await kubectl([
    ...['patch', 'configmap', `${wish.configMaps[0]}`, `--namespace=${balloons}`],
    '--patch={"binaryData":{"rights":"eA=="}}',
  ])
  await applyObjects(await nearlyBalloons())
  await kubectl([
    ...['patch', 'node', unmanaged, '--type=json'],
    '--patch=[{"op":"replace","path":"/metadata/managedFields","value":[{}]}]',
  ])
}

export async function removeScene(): Promise<void> {
  const remove = (items: readonly object[]) =>
    kubectl(['delete', '--filename=-', '--ignore-not-found'], { input: listOf(items) })
  await remove([...bindings, ...manifests(), ...objects, ...owners])
  await remove([...Object.keys(nodes).map(node), ...namespaces])
}

/** The pods of DaemonSets: the balloon of the node that takes part, and what is nearly one. */
export async function podsOfOwn(): Promise<{ readonly balloonPod: Thing; readonly others: readonly Thing[] }> {
  let pods: readonly Pod[] = []
  await until(async () => {
    const { items } = await kubectlJson<{ items: readonly Pod[] }>(['get', 'pods', '--all-namespaces'])
    pods = items.filter(({ metadata }) => [documents, balloons].includes(metadata.namespace as never))
    return pods.filter(({ spec }) => spec.nodeName === own).length === owners.length
  }, `no pods of DaemonSets on ${own}`)
  const isBalloon = ({ metadata }: Pod) => metadata.labels?.[balloon.podLabel.key] === balloon.podLabel.value
  const [found, ...rest] = [...pods.filter(isBalloon), ...pods.filter((pod) => !isBalloon(pod))].map(({ metadata }) =>
    thing('pods', metadata.name, metadata.namespace),
  )
  if (found === undefined) throw new Error('no balloon')
  return { balloonPod: found, others: rest }
}

interface Pod {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly labels?: Readonly<Record<string, string>>
  }
  readonly spec: { readonly nodeName?: string }
}

const nodesOf = (...names: readonly string[]) => names.map((name) => thing('nodes', name))
const events = objects
  .filter(({ kind }) => kind === 'Event')
  .map(({ metadata }) => thing('events', metadata.name, 'default'))
const leases = [
  ...[own, other].map((name) => thing('leases', name, 'kube-node-lease')),
  ...['rights-lease', reconciler.name].map((name) => thing('leases', name, reconciler.namespace)),
]
const ofDocuments = configMapsOfDocuments.map((name) => thing('configmaps', name, documents))
const accounts = [own, other].map((name) => thing('serviceaccounts', `${agent.serviceAccountPrefix}${name}`, documents))
const plainPod = thing('pods', 'rights-pod', balloons)

/** What each may read and write, what is another's, and what is none of its business. */
export const things = {
  agents: [...nodesOf(own, other), ...ofDocuments, ...accounts, ...events, ...leases, plainPod],
  nodesize: (balloonPod: Thing): readonly Thing[] => [
    ...[...nodesOf(own, other), plainPod, balloonPod, ...events, ...leases],
    ...[`${wish.configMaps[0]}`, 'rights-plain'].map((name) => thing('configmaps', name, balloons)),
    thing('configmaps', document.globalName, documents),
    thing('serviceaccounts', reconciler.name, reconciler.namespace),
  ],
  unmanaged: nodesOf(unmanaged),
  writers: [...ofDocuments, thing('controllerrevisions', revision, documents), ...nodesOf(own)],
} as const

export const revisionOfOwn = revision
