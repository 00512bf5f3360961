import { ruleOf } from '../../admission/right.ts'
import type { ObjectBody } from '../../api/object.ts'
import { balloon, desired } from '../../names.ts'
import { floor, formatAmounts } from '../../pods/amounts.ts'
import type { NodeSelector } from '../model/installation.ts'
import { operatorPolicy, sizesPolicy } from './operator-policy.ts'
import { cordonRights, operatorRights } from './rights.ts'

export const defaultImage = 'registry.k8s.io/pause:3.10'

export interface InstallOptions {
  readonly namespace: string
  readonly image: string
  /** Labels of the nodes that get a balloon. */
  readonly nodeSelector: NodeSelector
  /** `owned`: with the label that lets uninstall delete it. `plain`: without, because it may have another owner. */
  readonly createNamespace: 'no' | 'plain' | 'owned'
  /** Of the nodesize that writes them; undefined: it is not noted. */
  readonly version?: string | undefined
}

const nameLabel = { 'app.kubernetes.io/name': 'nodesize' }
/** On every object, so that uninstall can recognize what install created. */
const labels = { ...nameLabel, [balloon.ownerLabel.key]: balloon.ownerLabel.value }
const podLabel = { [balloon.podLabel.key]: balloon.podLabel.value }

/** The objects that `nodesize install` creates, in the order in which they must exist. */
export const installObjects = (options: InstallOptions): readonly ObjectBody[] => [
  ...(options.createNamespace === 'no' ? [] : [namespaceObject(options)]),
  priorityClass(),
  ...operatorPolicy(options.namespace, labels),
  ...sizesPolicy(options.namespace, labels),
  ...sizeBuckets(options),
  clusterRole(),
  cordonRole(),
  daemonSet(options),
]

/**
 * What can be created at the same time; each stage needs those before it. Rights come after the policies that limit them,
 * and, backwards, go before them.
 */
export const installStages = (objects: readonly ObjectBody[]): readonly (readonly ObjectBody[])[] => {
  const stages = [['Namespace'], ['PriorityClass', ...policies, 'ConfigMap'], ['ClusterRole'], ['DaemonSet']]
  return stages.map((kinds) => objects.filter(({ kind }) => kinds.includes(kind)))
}

const policies = ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding']

const namespaceObject = ({ namespace: name, createNamespace }: InstallOptions): ObjectBody => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: createNamespace === 'owned' ? { name, labels } : { name },
})

/**
 * The highest value that is not a system class: only system-critical pods preempt a balloon, and the kubelet does not
 * kill pods to make room for it, as it would for a critical pod. `Never`: nor does the scheduler (KEP-5836).
 */
const priorityClass = (): ObjectBody => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: balloon.priorityClass, labels },
  value: 1_000_000_000,
  preemptionPolicy: 'Never',
  globalDefault: false,
  description: 'For balloons of nodesize: they hold requests and never cause the eviction of a pod.',
})

/**
 * Permissions for `nodesize get`, `top`, `set` and `reset`. Resizing pods is a separate permission, not part of `pods`; it cannot
 * name the pods, which is what the policy is for.
 */
const clusterRole = (): ObjectBody => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: balloon.clusterRole, labels },
  rules: operatorRights.map(ruleOf),
})

/** Without data: an apply keeps the desired sizes that are stored. */
const sizeBuckets = ({ namespace }: InstallOptions): readonly ObjectBody[] =>
  desired.configMaps.map((name) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, labels: { ...labels, [desired.label.key]: desired.label.value } },
  }))

const cordonRole = (): ObjectBody => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: balloon.cordonRole, labels },
  rules: cordonRights.map(ruleOf),
})

/**
 * OnDelete: a new template must not replace balloons, because their size would be lost. Tolerates every taint: taints
 * do not change the size of a node.
 */
const daemonSet = (options: InstallOptions): ObjectBody => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: {
    ...{ name: balloon.daemonSet, namespace: options.namespace, labels },
    ...(options.version !== undefined && { annotations: { [balloon.versionAnnotation]: options.version } }),
  },
  spec: {
    selector: { matchLabels: podLabel },
    updateStrategy: { type: 'OnDelete' },
    template: {
      metadata: {
        labels: { ...nameLabel, ...podLabel },
        // The cluster autoscaler would evict it from a node that it drains, and the node would grow meanwhile.
        annotations: { 'cluster-autoscaler.kubernetes.io/enable-ds-eviction': 'false' },
      },
      spec: podSpec(options),
    },
  },
})

const podSpec = ({ image, nodeSelector }: InstallOptions) => ({
  priorityClassName: balloon.priorityClass,
  nodeSelector,
  tolerations: [{ operator: 'Exists' }],
  terminationGracePeriodSeconds: 0,
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 65535,
    runAsGroup: 65535,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  containers: [
    {
      name: balloon.container,
      image,
      // Requests only: limits can never be removed. No ephemeral storage: not every node has it.
      resources: { requests: formatAmounts(floor) },
      securityContext: {
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        readOnlyRootFilesystem: true,
      },
    },
  ],
})
