import { type Rule, rolesOf } from '../../admission/right.ts'
import type { ObjectBody } from '../../api/object.ts'
import { reconciler } from '../../names.ts'
import { birthPolicy } from './birth-policy.ts'
import { type Monitoring, monitoringObjects } from './monitoring.ts'
import { deployment, metricsPort } from './reconciler-deployment.ts'
import { reconcilerPolicies } from './reconciler-policy.ts'
import { reconcilerRights } from './rights.ts'

export interface ReconcilerOptions {
  /** That of the balloons and of the sizes to keep. */
  readonly namespace: string
  /** That of the reconciler. Its usual one is created; another one exists. */
  readonly reconcilerNamespace: string
  readonly image: string
  readonly replicas: number
  /** Labels of the nodes that it may run on; undefined: those of the control plane. */
  readonly nodeSelector: Readonly<Record<string, string>> | undefined
  /** With the policy that sizes new balloons, for API servers that have it. */
  readonly birthPolicy: boolean
  /** With rules, alerts and a dashboard. */
  readonly monitoring: Monitoring | undefined
}

const { name } = reconciler
/** Not those of install: uninstall deletes only what install created. */
const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/managed-by': 'kubeletcfg' }
const selector = { 'app.kubernetes.io/name': name }
const group = 'rbac.authorization.k8s.io'

/**
 * What `nodesize reconcile` needs in a cluster. Nobody has its token before it runs, so that its rights may come before
 * the policies that limit them: `kubectl delete` goes through the same list, and must take the rights first.
 */
export const reconcilerObjects = (options: ReconcilerOptions): readonly ObjectBody[] => {
  const { namespace: balloons, reconcilerNamespace: namespace, monitoring, replicas } = options
  return [
    ...(namespace === reconciler.namespace ? [ownNamespace] : []),
    ...rolesOf(reconcilerRights(balloons, namespace)).flatMap((role) => granted({ namespace }, role)),
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace, labels } },
    ...reconcilerPolicies({ namespace, balloons }, labels),
    ...(options.birthPolicy ? birthPolicy(balloons, labels) : []),
    priorityClass,
    networkPolicy(namespace, monitoring),
    ...(replicas > 1 ? [disruptionBudget(namespace)] : []),
    deployment(options, labels, selector),
    ...(monitoring ? monitoringObjects(namespace, labels, monitoring) : []),
  ]
}

/** What limits its rights. */
export const reconcilerLimits = (where: { readonly namespace: string; readonly balloons: string }) =>
  reconcilerPolicies(where, labels)

/** Its pods need nothing of the host. */
const ownNamespace: ObjectBody = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: reconciler.namespace,
    labels: {
      ...labels,
      'pod-security.kubernetes.io/enforce': 'restricted',
      'pod-security.kubernetes.io/warn': 'restricted',
    },
  },
}

/** A role and its binding, in a namespace or, without one, in the cluster. */
function granted(
  account: { readonly namespace: string },
  { namespace: where, rules }: { readonly namespace?: string; readonly rules: readonly Rule[] },
): readonly ObjectBody[] {
  const kind = where === undefined ? 'ClusterRole' : 'Role'
  const metadata = { name, ...(where !== undefined && { namespace: where }), labels }
  return [
    { apiVersion: `${group}/v1`, kind, metadata, rules },
    {
      ...{ apiVersion: `${group}/v1`, kind: `${kind}Binding`, metadata },
      roleRef: { apiGroup: group, kind, name },
      subjects: [{ kind: 'ServiceAccount', name, ...account }],
    },
  ]
}

/**
 * As high as that of balloons, so that it preempts none; no class of the system, which could. `Never`: nor does it evict
 * another pod.
 */
const priorityClass: ObjectBody = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name, labels },
  value: 1_000_000_000,
  preemptionPolicy: 'Never',
  globalDefault: false,
  description: 'For the reconciler of nodesize: it never causes the eviction of a pod.',
}

const disruptionBudget = (namespace: string): ObjectBody => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace, labels },
  spec: {
    maxUnavailable: 1,
    // One that does not run protects nothing.
    unhealthyPodEvictionPolicy: 'AlwaysAllow',
    selector: { matchLabels: selector },
  },
})

/** Its metrics are for the monitoring only. Probes of its kubelet pass in any case. */
const networkPolicy = (namespace: string, monitoring: Monitoring | undefined): ObjectBody => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name, namespace, labels },
  spec: {
    podSelector: { matchLabels: selector },
    policyTypes: ['Ingress'],
    ...(monitoring && {
      ingress: [
        {
          from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': monitoring.namespace } } }],
          ports: [{ protocol: 'TCP', port: metricsPort }],
        },
      ],
    }),
  },
})
