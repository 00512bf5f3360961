import { apiVersionOf, kindOf } from '../core/model/kinds.ts'
import { type KubeObject, timestamp } from '../core/model/object.ts'
import type { SandboxOptions } from '../interface/cluster.ts'
import { newNode } from './nodes.ts'
import type { World } from './runtime/world.ts'

const namespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system']

const priorityClasses = { 'system-cluster-critical': 2_000_000_000, 'system-node-critical': 2_000_001_000 }

const reads = ['get', 'list', 'watch']
const writes = ['create', 'delete', 'deletecollection', 'patch', 'update']
const kept = ['configmaps', 'events', 'persistentvolumeclaims', 'pods', 'secrets', 'serviceaccounts', 'services']

interface Grant {
  readonly resources: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly verbs: readonly string[]
}

/** The default roles of every cluster, for the kinds of the sandbox. None grants pods/resize. */
const clusterRoles: Readonly<Record<string, readonly Grant[]>> = {
  'cluster-admin': [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
  admin: [
    { resources: kept, verbs: [...reads, ...writes] },
    { resources: ['limitranges', 'namespaces', 'pods/status', 'resourcequotas'], verbs: reads },
    { apiGroups: ['apps'], resources: ['daemonsets'], verbs: [...reads, ...writes] },
    { apiGroups: ['apps'], resources: ['controllerrevisions', 'daemonsets/status'], verbs: reads },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: [...reads, ...writes] },
    {
      apiGroups: ['rbac.authorization.k8s.io'],
      resources: ['rolebindings', 'roles'],
      verbs: [...reads, ...writes],
    },
  ],
  edit: [
    { resources: kept, verbs: [...reads, ...writes] },
    { resources: ['limitranges', 'namespaces', 'pods/status', 'resourcequotas'], verbs: reads },
    { apiGroups: ['apps'], resources: ['daemonsets'], verbs: [...reads, ...writes] },
    { apiGroups: ['apps'], resources: ['controllerrevisions', 'daemonsets/status'], verbs: reads },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: [...reads, ...writes] },
  ],
  view: [
    {
      resources: [
        'configmaps',
        'events',
        'limitranges',
        'namespaces',
        'persistentvolumeclaims',
        'pods',
        'pods/status',
        'resourcequotas',
        'serviceaccounts',
        'services',
      ],
      verbs: reads,
    },
    { apiGroups: ['apps'], resources: ['controllerrevisions', 'daemonsets', 'daemonsets/status'], verbs: reads },
  ],
}

/** Creates the initial objects, and compacts the store so that no watch reports their creation. */
export function bootstrap(world: World, { nodes, ...size }: SandboxOptions): void {
  const { store } = world.api
  for (const name of namespaces)
    put(world, 'namespaces', {
      metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    })
  for (const [name, value] of Object.entries(priorityClasses))
    put(world, 'priorityclasses', {
      metadata: { name },
      value,
      preemptionPolicy: 'PreemptLowerPriority',
      globalDefault: false,
    })
  for (const [name, grants] of Object.entries(clusterRoles))
    put(world, 'clusterroles', { metadata: { name }, rules: grants.map((grant) => ({ apiGroups: [''], ...grant })) })
  put(world, 'clusterrolebindings', {
    metadata: { name: 'cluster-admin' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:masters' }],
  })
  for (let index = 0; index < nodes; index++) store.put('nodes', newNode(world, index, size))
  store.compact()
}

function put(
  { api }: World,
  resource: string,
  { metadata, ...content }: { metadata: object; [field: string]: unknown },
): void {
  const kind = kindOf(resource)
  const at = timestamp(api.now())
  const complete = { uid: api.chance.uid(), resourceVersion: '', creationTimestamp: at, ...metadata }
  const object = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata: complete, ...content }
  api.store.put(resource, object as unknown as KubeObject)
}
