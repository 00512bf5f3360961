import type { ObjectKind } from './object.ts'

/** Resource names of the kinds that this program uses; there is no discovery. */
const resources: Readonly<Record<string, string>> = {
  'v1 ConfigMap': 'configmaps',
  'v1 Event': 'events',
  'v1 LimitRange': 'limitranges',
  'v1 Namespace': 'namespaces',
  'v1 PersistentVolumeClaim': 'persistentvolumeclaims',
  'v1 Node': 'nodes',
  'v1 Pod': 'pods',
  'v1 ResourceQuota': 'resourcequotas',
  'v1 Secret': 'secrets',
  'v1 Service': 'services',
  'v1 ServiceAccount': 'serviceaccounts',
  'admissionregistration.k8s.io/v1 MutatingAdmissionPolicy': 'mutatingadmissionpolicies',
  'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration': 'mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy': 'validatingadmissionpolicies',
  'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding': 'validatingadmissionpolicybindings',
  'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration': 'validatingwebhookconfigurations',
  'apps/v1 ControllerRevision': 'controllerrevisions',
  'apps/v1 DaemonSet': 'daemonsets',
  'apps/v1 Deployment': 'deployments',
  'autoscaling.k8s.io/v1 VerticalPodAutoscaler': 'verticalpodautoscalers',
  'batch/v1 CronJob': 'cronjobs',
  'coordination.k8s.io/v1 Lease': 'leases',
  'policy/v1 PodDisruptionBudget': 'poddisruptionbudgets',
  'rbac.authorization.k8s.io/v1 ClusterRole': 'clusterroles',
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': 'clusterrolebindings',
  'rbac.authorization.k8s.io/v1 Role': 'roles',
  'rbac.authorization.k8s.io/v1 RoleBinding': 'rolebindings',
  'scheduling.k8s.io/v1 PriorityClass': 'priorityclasses',
}

/** Throws an internal error for a kind that is not in the table. */
export function resourceOf({ apiVersion, kind }: ObjectKind): string {
  const resource = resources[`${apiVersion} ${kind}`]
  if (resource === undefined) throw new Error(`no path for ${kind} of ${apiVersion}`)
  return resource
}

/** Path of a collection. */
export function collectionPath(kind: ObjectKind): string {
  const { apiVersion, namespace } = kind
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const scope = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  return `${root}${scope}/${resourceOf(kind)}`
}

const segment = encodeURIComponent

export const configMapsPath = (namespace: string): string => `/api/v1/namespaces/${segment(namespace)}/configmaps`
export const configMapPath = (namespace: string, name: string): string =>
  `${configMapsPath(namespace)}/${segment(name)}`

export const podsPath = (namespace: string): string => `/api/v1/namespaces/${segment(namespace)}/pods`
export const podPath = (namespace: string, name: string): string => `${podsPath(namespace)}/${segment(name)}`
