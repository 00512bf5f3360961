import { type Rule, rolesOf } from '../../admission/right.ts'
import type { ObjectBody } from '../../api/object.ts'
import type { ControllerOptions, ControllerProgram } from './controller-program.ts'
import { deployment } from './deployment.ts'

type Labels = Readonly<Record<string, string>>

const group = 'rbac.authorization.k8s.io'

/** Not those of an installation by a command, which deletes only what it created. */
export const controllerLabels = (name: string) => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/managed-by': 'kubeletcfg',
})

/**
 * What a controller needs in a cluster. Nobody has its token before it runs, so that its rights may come before the policies that
 * limit them: `kubectl delete` goes through the same list, and must take the rights first.
 */
export function controllerObjects(program: ControllerProgram, options: ControllerOptions): readonly ObjectBody[] {
  const { name } = program
  const { namespace } = options
  const labels = controllerLabels(name)
  const selector = { 'app.kubernetes.io/name': name }
  return [
    ...(options.createNamespace ? [ownNamespace(namespace, labels)] : []),
    ...rolesOf(program.rights).flatMap((role) => granted({ name, namespace }, role, labels)),
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace, labels } },
    ...program.policies,
    priorityClass(program, labels),
    networkPolicy(program, options, { labels, selector }),
    ...(options.replicas > 1 ? [disruptionBudget({ name, namespace }, { labels, selector })] : []),
    deployment(program, options, labels, selector),
  ]
}

/** Its pods need nothing of the host. */
const ownNamespace = (name: string, labels: Labels): ObjectBody => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name,
    labels: {
      ...labels,
      'pod-security.kubernetes.io/enforce': 'restricted',
      'pod-security.kubernetes.io/warn': 'restricted',
    },
  },
})

interface Account {
  readonly name: string
  readonly namespace: string
}

/** A role and its binding, in a namespace or, without one, in the cluster. */
function granted(
  { name, namespace }: Account,
  { namespace: where, rules }: { readonly namespace?: string; readonly rules: readonly Rule[] },
  labels: Labels,
): readonly ObjectBody[] {
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
 * As high as that of balloons, so that it preempts none; no class of the system, which could. `Never`: nor does it evict
 * another pod.
 */
const priorityClass = ({ name, belongsTo }: ControllerProgram, labels: Labels): ObjectBody => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name, labels },
  value: 1_000_000_000,
  preemptionPolicy: 'Never',
  globalDefault: false,
  description: `For ${belongsTo}: it never causes the eviction of a pod.`,
})

interface Labelled {
  readonly labels: Labels
  readonly selector: Labels
}

const disruptionBudget = ({ name, namespace }: Account, { labels, selector }: Labelled): ObjectBody => ({
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

/** Its metrics are for the monitoring only. Probes of its kubelet pass in any case; API servers have no address that could be named. */
const networkPolicy = (
  { name, metricsPort, webhookPort }: ControllerProgram,
  { namespace, monitoringNamespace }: ControllerOptions,
  { labels, selector }: Labelled,
): ObjectBody => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name, namespace, labels },
  spec: {
    podSelector: { matchLabels: selector },
    policyTypes: ['Ingress'],
    ...ingressOf({ metricsPort, webhookPort }, monitoringNamespace),
  },
})

function ingressOf(
  { metricsPort, webhookPort }: Pick<ControllerProgram, 'metricsPort' | 'webhookPort'>,
  monitoringNamespace: string | undefined,
) {
  const ports = (port: number) => [{ protocol: 'TCP', port }]
  const monitoring = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': monitoringNamespace } } }
  const ingress = [
    ...(monitoringNamespace === undefined ? [] : [{ from: [monitoring], ports: ports(metricsPort) }]),
    ...(webhookPort === undefined ? [] : [{ ports: ports(webhookPort) }]),
  ]
  return ingress.length === 0 ? {} : { ingress }
}
