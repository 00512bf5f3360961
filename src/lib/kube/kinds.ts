/** Resource names of the kinds we touch; no discovery. */
const resources: Readonly<Record<string, string>> = {
  'v1 ConfigMap': 'configmaps',
  'v1 LimitRange': 'limitranges',
  'v1 Namespace': 'namespaces',
  'v1 Pod': 'pods',
  'v1 ResourceQuota': 'resourcequotas',
  'v1 ServiceAccount': 'serviceaccounts',
  'apps/v1 ControllerRevision': 'controllerrevisions',
  'apps/v1 DaemonSet': 'daemonsets',
  'rbac.authorization.k8s.io/v1 ClusterRole': 'clusterroles',
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': 'clusterrolebindings',
  'rbac.authorization.k8s.io/v1 Role': 'roles',
  'rbac.authorization.k8s.io/v1 RoleBinding': 'rolebindings',
  'scheduling.k8s.io/v1 PriorityClass': 'priorityclasses',
}

export interface Kind {
  readonly apiVersion: string
  readonly kind: string
  /** Undefined for what belongs to no namespace. */
  readonly namespace?: string | undefined
}

/** Path of a collection. A kind that is not in the table is a bug of ours. */
export function collectionPath({ apiVersion, kind, namespace }: Kind): string {
  const resource = resources[`${apiVersion} ${kind}`]
  if (resource === undefined) throw new Error(`no path for ${kind} of ${apiVersion}`)
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const scope = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  return `${root}${scope}/${resource}`
}
