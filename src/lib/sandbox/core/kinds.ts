/** What the API server knows of one kind of object. */
export interface Kind {
  readonly group: string
  readonly version: string
  readonly kind: string
  /** Plural, as in paths. */
  readonly resource: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly namespaced: boolean
  readonly subresources: readonly string[]
  /** metadata.generation counts the changes of all but metadata and status. */
  readonly generation: boolean
}

type Row = Pick<Kind, 'kind' | 'resource'> & Partial<Kind>

const row = ({ group = '', version = 'v1', kind, ...rest }: Row): Kind => ({
  group,
  version,
  kind,
  singular: kind.toLowerCase(),
  shortNames: [],
  namespaced: true,
  subresources: [],
  generation: false,
  ...rest,
})

const rbac = 'rbac.authorization.k8s.io'

export const kinds: readonly Kind[] = [
  row({ kind: 'ConfigMap', resource: 'configmaps', shortNames: ['cm'] }),
  row({ kind: 'Event', resource: 'events', shortNames: ['ev'] }),
  row({ kind: 'LimitRange', resource: 'limitranges', shortNames: ['limits'] }),
  row({
    kind: 'Namespace',
    resource: 'namespaces',
    shortNames: ['ns'],
    namespaced: false,
    subresources: ['status'],
  }),
  row({ kind: 'Node', resource: 'nodes', shortNames: ['no'], namespaced: false, subresources: ['status'] }),
  row({
    kind: 'Pod',
    resource: 'pods',
    shortNames: ['po'],
    subresources: ['resize', 'status'],
    generation: true,
  }),
  row({ kind: 'ResourceQuota', resource: 'resourcequotas', shortNames: ['quota'], subresources: ['status'] }),
  row({ kind: 'ServiceAccount', resource: 'serviceaccounts', shortNames: ['sa'] }),
  row({ group: 'apps', kind: 'ControllerRevision', resource: 'controllerrevisions' }),
  row({
    group: 'apps',
    kind: 'DaemonSet',
    resource: 'daemonsets',
    shortNames: ['ds'],
    subresources: ['status'],
    generation: true,
  }),
  row({ group: rbac, kind: 'ClusterRole', resource: 'clusterroles', namespaced: false }),
  row({ group: rbac, kind: 'ClusterRoleBinding', resource: 'clusterrolebindings', namespaced: false }),
  row({ group: rbac, kind: 'Role', resource: 'roles' }),
  row({ group: rbac, kind: 'RoleBinding', resource: 'rolebindings' }),
  row({
    group: 'scheduling.k8s.io',
    kind: 'PriorityClass',
    resource: 'priorityclasses',
    shortNames: ['pc'],
    namespaced: false,
    generation: true,
  }),
]

/** The kind of a resource, which the caller knows to exist. */
export function kindOf(resource: string): Kind {
  const found = kinds.find((kind) => kind.resource === resource)
  if (found === undefined) throw new Error(`no kind for ${resource}`)
  return found
}

/** Such as `v1` or `apps/v1`. */
export const apiVersionOf = ({ group, version }: Pick<Kind, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`
