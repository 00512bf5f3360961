import type { ObjectBody } from '../api/object.ts'

/** On every object, so that they can be found and deleted together. */
export const labels = {
  'app.kubernetes.io/managed-by': 'kubeletcfg',
  'app.kubernetes.io/name': 'kubeletcfg-agent',
} as const

export interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly verbs: readonly string[]
}

/** On resources of the core group; without names, on all. */
export const core = (resource: string, verbs: readonly string[], names?: readonly string[]): Rule => ({
  apiGroups: [''],
  resources: [resource],
  ...(names && { resourceNames: names }),
  verbs,
})

export const reading = ['get', 'list', 'watch'] as const

const group = 'rbac.authorization.k8s.io'

export interface Account {
  readonly name: string
  readonly namespace: string
}

/** A role and its binding, both with the name, in a namespace or, without one, in the cluster. */
export function granted(
  { name, namespace }: { readonly name: string; readonly namespace?: string },
  rules: readonly Rule[],
  account: Account,
): readonly ObjectBody[] {
  const kind = namespace === undefined ? 'ClusterRole' : 'Role'
  const metadata = { name, ...(namespace !== undefined && { namespace }), labels }
  return [
    { apiVersion: `${group}/v1`, kind, metadata, rules },
    {
      apiVersion: `${group}/v1`,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: group, kind, name },
      subjects: [{ kind: 'ServiceAccount', ...account }],
    },
  ]
}

export const serviceAccount = ({ name, namespace }: Account): ObjectBody => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace, labels },
  automountServiceAccountToken: false,
})
