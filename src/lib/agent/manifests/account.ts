import { type Right, rolesOf } from '../../admission/right.ts'
import type { ObjectBody } from '../../api/object.ts'

/** On every object, so that they can be found and deleted together. */
export const labels = {
  'app.kubernetes.io/managed-by': 'kubeletcfg',
  'app.kubernetes.io/name': 'kubeletcfg-agent',
} as const

const group = 'rbac.authorization.k8s.io'

export interface Account {
  readonly name: string
  readonly namespace: string
}

/** A role and its binding for each namespace, and for the cluster, all with this name. */
export const granted = (name: string, rights: readonly Right[], account: Account): readonly ObjectBody[] =>
  rolesOf(rights).flatMap(({ namespace, rules }) => {
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
  })

export const serviceAccount = ({ name, namespace }: Account): ObjectBody => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace, labels },
  automountServiceAccountToken: false,
})
