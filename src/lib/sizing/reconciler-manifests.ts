import type { ObjectBody } from '../api/object.ts'
import { balloon, reconciler } from '../names.ts'
import { birthPolicy } from './birth-policy.ts'
import { monitoringObjects } from './monitoring.ts'
import { limitedRight } from './operator-policy.ts'

export interface ReconcilerOptions {
  /** That of the balloons and of the sizes to keep. */
  readonly namespace: string
  readonly image: string
  /** With the policy that sizes new balloons, for API servers that have it. */
  readonly birthPolicy: boolean
  /** With rules, alerts and a dashboard. */
  readonly monitoring: boolean
}

const { name } = reconciler
/** Not those of install: uninstall deletes only what install created. */
const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/managed-by': 'kubeletcfg' }
const selector = { 'app.kubernetes.io/name': name }
const group = 'rbac.authorization.k8s.io'
const reading = ['get', 'list', 'watch']
const port = 10246

/** What `nodesize reconcile` needs in a cluster, in the order in which it must exist: its rights, then its replicas. */
export const reconcilerObjects = (options: ReconcilerOptions): readonly ObjectBody[] => {
  const { namespace } = options
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace, labels } },
    ...granted(undefined, namespace, clusterRules),
    ...granted(namespace, namespace, namespaceRules),
    ...granted('default', namespace, eventRules),
    ...(options.birthPolicy ? birthPolicy(namespace, labels) : []),
    deployment(options),
    ...(options.monitoring ? monitoringObjects(namespace, labels) : []),
  ]
}

interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly verbs: readonly string[]
}

/**
 * RBAC cannot name the pods that a role resizes. The policy that install adds does, for whoever has `limitedRight`: the
 * reconciler resizes balloons only. To patch nodes is to cordon them for the moment of a resize (ADR 28).
 */
const clusterRules: readonly Rule[] = [
  { apiGroups: [''], resources: ['nodes'], verbs: [...reading, 'patch'] },
  { apiGroups: [''], resources: ['pods'], verbs: reading },
  { apiGroups: [''], resources: ['pods/resize'], verbs: ['patch'] },
  limitedRight,
]

/** ConfigMaps are only read. A list of them cannot be limited to names. */
const namespaceRules: readonly Rule[] = [
  { apiGroups: [''], resources: ['configmaps'], verbs: reading },
  { apiGroups: [''], resources: ['limitranges'], verbs: ['list'] },
  { apiGroups: ['apps'], resources: ['daemonsets'], resourceNames: [balloon.daemonSet], verbs: reading },
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: [name], verbs: ['get', 'patch'] },
]

/** Events of Nodes are in the namespace `default`. */
const eventRules: readonly Rule[] = [{ apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] }]

/** A role and its binding, in a namespace or, without one, in the cluster. */
function granted(where: string | undefined, namespace: string, rules: readonly Rule[]): readonly ObjectBody[] {
  const kind = where === undefined ? 'ClusterRole' : 'Role'
  const metadata = { name, ...(where !== undefined && { namespace: where }), labels }
  return [
    { apiVersion: `${group}/v1`, kind, metadata, rules },
    {
      ...{ apiVersion: `${group}/v1`, kind: `${kind}Binding`, metadata },
      roleRef: { apiGroup: group, kind, name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
  ]
}

/**
 * Two replicas on two nodes, if there are as many: one acts, the other takes over. No priority class of the system: such a
 * pod could preempt a balloon. A replica that is told to end reverts what is not granted, for at most 20 s.
 */
const deployment = ({ namespace, image }: ReconcilerOptions): ObjectBody => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace, labels },
  spec: {
    replicas: 2,
    selector: { matchLabels: selector },
    template: {
      metadata: { labels: { ...labels } },
      spec: {
        serviceAccountName: name,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: 40,
        nodeSelector: { 'kubernetes.io/os': 'linux' },
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'kubernetes.io/hostname',
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: selector },
          },
        ],
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [container(namespace, image)],
      },
    },
  },
})

const container = (namespace: string, image: string) => ({
  name: 'reconciler',
  image,
  command: ['/usr/local/bin/nodesize'],
  args: ['reconcile', `--namespace=${namespace}`, `--metrics-address=0.0.0.0:${port}`, '--log-format=json'],
  ports: [{ name: 'metrics', containerPort: port }],
  readinessProbe: { httpGet: { path: '/readyz', port: 'metrics' }, periodSeconds: 5 },
  livenessProbe: { httpGet: { path: '/healthz', port: 'metrics' }, initialDelaySeconds: 15, periodSeconds: 20 },
  resources: { requests: { cpu: '20m', memory: '128Mi' } },
  // kubectl describe pod has the reason why it ended.
  terminationMessagePolicy: 'FallbackToLogsOnError',
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    readOnlyRootFilesystem: true,
  },
})
