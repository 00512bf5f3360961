/** Properties of one kind of object. */
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
  /** metadata.generation counts changes to everything except metadata and status. */
  readonly generation: boolean
  /** Lists are always empty, and no object can be created. */
  readonly empty: boolean
  readonly categories: readonly string[]
  /** Supports deletecollection. */
  readonly deletesCollections: boolean
  /** PUT creates a missing object (AllowCreateOnUpdate of its strategy). */
  readonly createsOnUpdate: boolean
  /** An update may omit resourceVersion (AllowUnconditionalUpdate). */
  readonly unconditionalUpdate: boolean
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
  empty: false,
  categories: [],
  deletesCollections: true,
  createsOnUpdate: false,
  unconditionalUpdate: true,
  ...rest,
})

const rbacRow = (rest: Row): Kind => row({ ...rest, group: 'rbac.authorization.k8s.io', createsOnUpdate: true })

const ofAdmission = {
  group: 'admissionregistration.k8s.io',
  categories: ['api-extensions'],
  namespaced: false,
} as const
const ofApps = { group: 'apps', categories: ['all'], empty: true } as const

/** All kinds, in the order of discovery. */
export const kinds: readonly Kind[] = [
  row({ kind: 'ConfigMap', resource: 'configmaps', shortNames: ['cm'] }),
  row({ kind: 'Event', resource: 'events', shortNames: ['ev'], createsOnUpdate: true }),
  row({ kind: 'LimitRange', resource: 'limitranges', shortNames: ['limits'], createsOnUpdate: true }),
  row({
    kind: 'Namespace',
    resource: 'namespaces',
    shortNames: ['ns'],
    namespaced: false,
    subresources: ['status'],
    deletesCollections: false,
  }),
  row({ kind: 'Node', resource: 'nodes', shortNames: ['no'], namespaced: false, subresources: ['status'] }),
  row({ kind: 'PersistentVolumeClaim', resource: 'persistentvolumeclaims', shortNames: ['pvc'], empty: true }),
  row({
    kind: 'Pod',
    resource: 'pods',
    shortNames: ['po'],
    categories: ['all'],
    subresources: ['eviction', 'resize', 'status'],
    generation: true,
  }),
  row({ kind: 'ResourceQuota', resource: 'resourcequotas', shortNames: ['quota'], subresources: ['status'] }),
  row({ kind: 'Secret', resource: 'secrets', empty: true }),
  row({ kind: 'Service', resource: 'services', shortNames: ['svc'], empty: true }),
  row({ kind: 'ServiceAccount', resource: 'serviceaccounts', shortNames: ['sa'] }),
  row({ ...ofAdmission, kind: 'MutatingAdmissionPolicy', resource: 'mutatingadmissionpolicies', empty: true }),
  row({ ...ofAdmission, kind: 'MutatingWebhookConfiguration', resource: 'mutatingwebhookconfigurations', empty: true }),
  row({
    group: 'admissionregistration.k8s.io',
    kind: 'ValidatingAdmissionPolicy',
    resource: 'validatingadmissionpolicies',
    categories: ['api-extensions'],
    namespaced: false,
    subresources: ['status'],
    generation: true,
    unconditionalUpdate: false,
  }),
  row({
    group: 'admissionregistration.k8s.io',
    kind: 'ValidatingAdmissionPolicyBinding',
    resource: 'validatingadmissionpolicybindings',
    categories: ['api-extensions'],
    namespaced: false,
    generation: true,
    unconditionalUpdate: false,
  }),
  row({ group: 'apps', kind: 'ControllerRevision', resource: 'controllerrevisions' }),
  row({
    group: 'apps',
    kind: 'DaemonSet',
    resource: 'daemonsets',
    shortNames: ['ds'],
    categories: ['all'],
    subresources: ['status'],
    generation: true,
  }),
  row({ ...ofApps, kind: 'Deployment', resource: 'deployments', shortNames: ['deploy'] }),
  row({ ...ofApps, group: 'batch', kind: 'CronJob', resource: 'cronjobs', shortNames: ['cj'] }),
  row({
    group: 'coordination.k8s.io',
    kind: 'Lease',
    resource: 'leases',
    createsOnUpdate: true,
    unconditionalUpdate: false,
  }),
  row({
    group: 'policy',
    kind: 'PodDisruptionBudget',
    resource: 'poddisruptionbudgets',
    shortNames: ['pdb'],
    empty: true,
  }),
  rbacRow({ kind: 'ClusterRoleBinding', resource: 'clusterrolebindings', namespaced: false }),
  rbacRow({ kind: 'ClusterRole', resource: 'clusterroles', namespaced: false }),
  rbacRow({ kind: 'RoleBinding', resource: 'rolebindings' }),
  rbacRow({ kind: 'Role', resource: 'roles' }),
  row({
    group: 'scheduling.k8s.io',
    kind: 'PriorityClass',
    resource: 'priorityclasses',
    shortNames: ['pc'],
    namespaced: false,
  }),
]

/** The kind of a resource. Throws an internal error for an unknown resource. */
export function kindOf(resource: string): Kind {
  const found = kinds.find((kind) => kind.resource === resource)
  if (found === undefined) throw new Error(`no kind for ${resource}`)
  return found
}

/** For example `v1` or `apps/v1`. */
export const apiVersionOf = ({ group, version }: Pick<Kind, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`
