import { agentManifests } from '../../../src/lib/agent/manifests/manifests.ts'
import { agent, balloon, controller, desired, document, reconciler, rollout, webhook } from '../../../src/lib/names.ts'
import { controllerManifests } from '../../../src/lib/rollouts/manifests/controller-manifests.ts'
import { probePod } from '../../../src/lib/rollouts/probe-pod.ts'
import { installObjects } from '../../../src/lib/sizes/manifests/manifests.ts'
import { reconcilerObjects } from '../../../src/lib/sizes/manifests/reconciler-manifests.ts'
import { webhookConfiguration } from '../../../src/lib/webhook/configuration.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { pauseImage } from '../versions.ts'
import { balloons, cordoner, documents, operator, other, own, stranger, unmanaged, writer } from './names.ts'
import { node, nodeStatus, nodes } from './nodes.ts'
import { nearlyBalloons, owners, podOf } from './pods.ts'
import { type Thing, thing } from './thing.ts'

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
  ...[
    ...reconcilerObjects({
      ...{ namespace: balloons, reconcilerNamespace: reconciler.namespace, image: pauseImage, replicas: 1 },
      ...{ nodeSelector: undefined, birthPolicy: false, monitoring: undefined },
    }),
    ...controllerManifests({
      ...{
        namespace: documents,
        image: pauseImage,
        replicas: 1,
        nodeSelector: undefined,
        setsPolicy: true,
        hasWebhook: true,
      },
      monitoring: undefined,
    }),
  ].filter(({ kind }) => !['Deployment', 'PriorityClass', 'NetworkPolicy'].includes(kind)),
]

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

const eventOfRollout = (name: string, isNoted = false) => {
  const { metadata, ...rest } = event(name, own, controller.reportingComponent, isNoted)
  const about = { apiVersion: 'v1', kind: 'ConfigMap', name: rollout.configMap, namespace: documents }
  return { ...rest, metadata: { ...metadata, namespace: documents }, involvedObject: about }
}

/** With the keys that the controller writes, and what it does not. */
const rolloutMap = () => {
  const { data, ...rest } = configMap(rollout.configMap)
  const state = Object.fromEntries(Object.values(rollout.key).map((key) => [key, 'x']))
  return { ...rest, data: { ...data, ...state }, binaryData: { rights: 'eA==' } }
}

const lease = (name: string, namespace: string) => ({
  ...{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' },
  metadata: { name, namespace, annotations: { 'rights.example/note': 'x' } },
  spec: { holderIdentity: 'x', leaseDurationSeconds: 15 },
})

export const documentsOfOwn = [document.globalName, `${own}${document.nodeSuffix}`]

/** What the agent of that node reads. */
export const readByOwn = [...documentsOfOwn, rollout.configMap]

const configMapsOfDocuments = [...readByOwn, `${other}${document.nodeSuffix}`, document.revisionsName]
const revision = `${own}${document.nodeSuffix}-1`

const probeOfOther = probePod({ node: other, generation: 1, moment: 'with' }, { image: pauseImage, without: [] })
const { namespace: ofController } = controller

/** A pod in the namespace of the controller. No kubelet would end it. */
const besideController = (name: string) => {
  const spec = probeOfOther['spec'] as object
  return {
    ...{ ...probeOfOther, metadata: { ...probeOfOther.metadata, name } },
    spec: { ...spec, terminationGracePeriodSeconds: 0 },
  }
}
const bystander = 'rights-bystander'

/** What may be in any cluster, and adds to new pods, or may be named by them. */
const defaults = [
  { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'rights' }, handler: 'rights' },
  {
    ...{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'rights-default' } },
    ...{ value: 1, globalDefault: true },
  },
  {
    ...{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: ofController } },
    imagePullSecrets: [{ name: 'rights-pull' }],
  },
  {
    ...{ apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'rights', namespace: ofController } },
    spec: { limits: [{ type: 'Container', default: { cpu: '1', memory: '64Mi', 'ephemeral-storage': '64Mi' } }] },
  },
]

const objects = [
  ...[...configMapsOfDocuments, 'rights-plain'].flatMap((name) =>
    name === rollout.configMap ? [] : [configMap(name)],
  ),
  rolloutMap(),
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
  eventOfRollout('rights-controller'),
  eventOfRollout('rights-noted-controller', true),
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'rights-secret', namespace: ofController } },
  // With fields that can be removed.
  ...[ofController, documents].map((namespace) => ({
    ...{ apiVersion: 'v1', kind: 'Secret', immutable: false },
    metadata: { name: webhook.secret, namespace, labels: { own: 'label' } },
  })),
  // API servers ask about nothing of what is walked.
  webhookConfiguration({ namespace: 'rights-none', caBundle: '', failurePolicy: 'Ignore' }),
  // A token can be bound to it.
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: own, namespace: documents } },
  ...[own, other].map((name) => lease(name, 'kube-node-lease')),
  ...['rights-lease', reconciler.name].map((name) => lease(name, reconciler.namespace)),
  ...['rights-lease', controller.name].map((name) => lease(name, controller.namespace)),
  podOf('rights-pod'),
  ...[probeOfOther.metadata.name, bystander].map(besideController),
]

const listOf = (items: readonly object[]) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items })

/** Everything that we print, and objects of each kind that it is about. No kubelet serves its nodes. */
export async function makeScene(): Promise<void> {
  await applyObjects([...namespaces, ...Object.keys(nodes).map(node)])
  for (const name of Object.keys(nodes))
    await kubectl(['patch', 'node', name, '--subresource=status', `--patch=${JSON.stringify({ status: nodeStatus })}`])
  await applyObjects([...manifests(), ...bindings, ...owners, ...defaults])
  // Without the annotation that kubectl apply adds otherwise: agents write Events without any.
  await kubectl(['apply', '--server-side', '--filename=-'], { input: listOf(objects) })
  await kubectl([
    ...['patch', 'configmap', `${desired.configMaps[0]}`, `--namespace=${balloons}`],
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
  await remove([...bindings, ...manifests(), ...objects, ...owners, ...defaults])
  await remove([...Object.keys(nodes).map(node), ...namespaces])
}

const nodesOf = (...names: readonly string[]) => names.map((name) => thing('nodes', name))
const eventsIn = (namespace: string) =>
  objects
    .filter(({ kind, metadata }) => kind === 'Event' && metadata.namespace === namespace)
    .map(({ metadata }) => thing('events', metadata.name, namespace))
const [events, eventsOfController] = [eventsIn('default'), eventsIn(documents)]
const leases = [
  ...[own, other].map((name) => thing('leases', name, 'kube-node-lease')),
  ...['rights-lease', reconciler.name].map((name) => thing('leases', name, reconciler.namespace)),
]
const leasesOfController = ['rights-lease', controller.name].map((name) => thing('leases', name, controller.namespace))
const ofDocuments = configMapsOfDocuments.map((name) => thing('configmaps', name, documents))
const accounts = [own, other].map((name) => thing('serviceaccounts', `${agent.serviceAccountPrefix}${name}`, documents))
/** One that the controller has made. */
export const probe = thing('pods', probeOfOther.metadata.name, ofController)
const plainPod = thing('pods', 'rights-pod', balloons)

/** What each may read and write, what is another's, and what is none of its business. */
export const things = {
  agents: [...nodesOf(own, other), ...ofDocuments, ...accounts, ...events, ...leases, plainPod],
  nodesize: (balloonPod: Thing): readonly Thing[] => [
    ...[...nodesOf(own, other), plainPod, balloonPod, ...events, ...leases],
    ...[`${desired.configMaps[0]}`, 'rights-plain'].map((name) => thing('configmaps', name, balloons)),
    thing('configmaps', document.globalName, documents),
    thing('serviceaccounts', reconciler.name, reconciler.namespace),
  ],
  controller: [
    ...[...nodesOf(own), ...ofDocuments, ...eventsOfController, ...leasesOfController, plainPod],
    ...[probe, thing('pods', bystander, ofController)],
    ...[webhook.secret, 'rights-secret'].map((name) => thing('secrets', name, ofController)),
    thing('secrets', webhook.secret, documents),
    thing('validatingwebhookconfigurations', webhook.configuration),
    thing('configmaps', 'rights-plain', balloons),
    thing('serviceaccounts', controller.name, controller.namespace),
  ],
  unmanaged: nodesOf(unmanaged),
  writers: [...ofDocuments, thing('controllerrevisions', revision, documents), ...nodesOf(own)],
} as const

export const revisionOfOwn = revision
