import type { V1ControllerRevision } from '@kubernetes/client-node'
import { age } from '../../../lib/quantity/age.ts'
import type { Binding } from '../access/authorize.ts'
import type { Kind } from '../model/kinds.ts'
import type {
  ConfigMap,
  DaemonSet,
  Event,
  KubeObject,
  Lease,
  Namespace,
  Node,
  PriorityClass,
  ResourceQuota,
} from '../model/object.ts'
import { ageColumn, type Column, nameColumn } from './column.ts'
import { podColumns } from './pods.ts'
import { policyBindingColumns, policyColumns } from './policies.ts'

const bindingOf = (object: KubeObject): Binding => object as Binding

const grantees = (name: string, kind: string): Column => ({
  name,
  priority: 1,
  cell: (object) =>
    (bindingOf(object).subjects ?? [])
      .filter((subject) => subject.kind === kind)
      .map((subject) => (kind === 'ServiceAccount' ? `${subject.namespace}/${subject.name}` : subject.name))
      .join(', '),
})

const bindingColumns: readonly Column[] = [
  nameColumn,
  {
    name: 'Role',
    cell(object) {
      const { kind, name } = bindingOf(object).roleRef
      return `${kind}/${name}`
    },
  },
  ageColumn,
  grantees('Users', 'User'),
  grantees('Groups', 'Group'),
  grantees('ServiceAccounts', 'ServiceAccount'),
]

const revisionColumns: readonly Column[] = [
  nameColumn,
  { name: 'Controller', cell: ({ metadata }) => controllerOf(metadata.ownerReferences) },
  {
    name: 'Revision',
    cell: (object) => String((object as KubeObject & Pick<V1ControllerRevision, 'revision'>).revision),
  },
  ageColumn,
]

function controllerOf(owners: KubeObject['metadata']['ownerReferences'] = []): string {
  const owner = owners.find(({ controller }) => controller)
  if (owner === undefined) return '<none>'
  const [group = ''] = owner.apiVersion.includes('/') ? owner.apiVersion.split('/') : []
  return `${owner.kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${owner.name}`
}

type Status = NonNullable<DaemonSet['status']>

const setOf = (object: KubeObject): DaemonSet => object as DaemonSet
const count = (name: string, of: (status: Status) => number | undefined): Column => ({
  name,
  type: 'integer',
  cell: (object) => {
    const { status } = setOf(object)
    return (status && of(status)) ?? 0
  },
})
const labelsText = (labels: Readonly<Record<string, string>> = {}): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',') || '<none>'

const daemonSetColumns: readonly Column[] = [
  nameColumn,
  count('Desired', (status) => status.desiredNumberScheduled),
  count('Current', (status) => status.currentNumberScheduled),
  count('Ready', (status) => status.numberReady),
  count('Up-to-date', (status) => status.updatedNumberScheduled),
  count('Available', (status) => status.numberAvailable),
  { name: 'Node Selector', cell: (object) => labelsText(setOf(object).spec.template.spec?.nodeSelector) },
  ageColumn,
  {
    name: 'Containers',
    priority: 1,
    cell: (object) =>
      containersOf(object)
        .map(({ name }) => name)
        .join(','),
  },
  {
    name: 'Images',
    priority: 1,
    cell: (object) =>
      containersOf(object)
        .map(({ image }) => image ?? '')
        .join(','),
  },
  { name: 'Selector', priority: 1, cell: (object) => labelsText(setOf(object).spec.selector.matchLabels) },
]

const containersOf = (object: KubeObject) => setOf(object).spec.template.spec?.containers ?? []

const eventOf = (object: KubeObject): Event => object as Event

const eventColumns: readonly Column[] = [
  {
    name: 'Last Seen',
    cell: (object, now) => age(eventOf(object).lastTimestamp ?? object.metadata.creationTimestamp, now),
  },
  { name: 'Type', cell: (object) => eventOf(object).type ?? '' },
  { name: 'Reason', cell: (object) => eventOf(object).reason ?? '' },
  { name: 'Object', cell: (object) => describe(eventOf(object)) },
  { name: 'Subobject', priority: 1, cell: (object) => eventOf(object).involvedObject.fieldPath ?? '' },
  { name: 'Source', priority: 1, cell: (object) => eventOf(object).source?.component ?? '' },
  { name: 'Message', cell: (object) => eventOf(object).message?.trim() ?? '' },
  { name: 'First Seen', priority: 1, cell: (object, now) => age(eventOf(object).firstTimestamp, now) },
  { name: 'Count', priority: 1, cell: (object) => String(eventOf(object).count ?? 1) },
  { name: 'Name', priority: 1, cell: ({ metadata }) => metadata.name },
]

const describe = ({ involvedObject: { kind = '', name = '' } }: Event): string => `${kind.toLowerCase()}/${name}`

const leaseColumns: readonly Column[] = [
  nameColumn,
  { name: 'Holder', cell: (object) => (object as Lease).spec?.holderIdentity ?? '' },
  ageColumn,
]

const role = 'node-role.kubernetes.io/'

const infoOf = (object: KubeObject) => (object as Node).status?.nodeInfo
const wide = (name: string, cell: (object: KubeObject) => string | undefined): Column => ({
  name,
  priority: 1,
  cell: (object) => cell(object) || '<unknown>',
})
const address = (type: string) => (object: KubeObject) =>
  (object as Node).status?.addresses?.find((each) => each.type === type)?.address ?? '<none>'

const nodeColumns: readonly Column[] = [
  nameColumn,
  { name: 'Status', cell: (object) => statusText(object as Node) },
  { name: 'Roles', cell: (object) => rolesText(object as Node) },
  ageColumn,
  { name: 'Version', cell: (object) => infoOf(object)?.kubeletVersion ?? '' },
  wide('Internal-IP', address('InternalIP')),
  wide('External-IP', address('ExternalIP')),
  wide('OS-Image', (object) => infoOf(object)?.osImage),
  wide('Kernel-Version', (object) => infoOf(object)?.kernelVersion),
  wide('Container-Runtime', (object) => infoOf(object)?.containerRuntimeVersion),
]

function statusText({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  const text = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'
  return spec?.unschedulable ? `${text},SchedulingDisabled` : text
}

function rolesText({ metadata }: Node): string {
  const roles = Object.keys(metadata.labels ?? {})
    .filter((label) => label.startsWith(role))
    .map((label) => label.slice(role.length))
  return roles.sort().join(',') || '<none>'
}

const isLimit = (key: string): boolean => key.startsWith('limits.')

/** A column with `key: used/hard` for each matching key. */
const usage = (name: string, isIncluded: (key: string) => boolean): Column => ({
  name,
  cell(object: KubeObject) {
    const { hard = {}, used = {} } = (object as ResourceQuota).status ?? {}
    const keys = Object.keys(hard).filter(isIncluded).sort()
    return keys.map((key) => `${key}: ${used[key] ?? '0'}/${hard[key]}`).join(', ')
  },
})

const quotaColumns: readonly Column[] = [
  nameColumn,
  usage('Request', (key) => !isLimit(key)),
  usage('Limit', isLimit),
  ageColumn,
]

/** Columns of kinds for which the API server defines none. */
const others: readonly Column[] = [
  nameColumn,
  { name: 'Created At', type: 'date', cell: ({ metadata }) => metadata.creationTimestamp },
]

/** Columns by resource (pkg/printers/internalversion). */
const columns: Readonly<Record<string, readonly Column[]>> = {
  clusterrolebindings: bindingColumns,
  configmaps: [
    nameColumn,
    {
      name: 'Data',
      cell: (object) => {
        const { data = {}, binaryData = {} } = object as ConfigMap
        return Object.keys(data).length + Object.keys(binaryData).length
      },
    },
    ageColumn,
  ],
  controllerrevisions: revisionColumns,
  daemonsets: daemonSetColumns,
  events: eventColumns,
  leases: leaseColumns,
  namespaces: [nameColumn, { name: 'Status', cell: (object) => (object as Namespace).status?.phase ?? '' }, ageColumn],
  nodes: nodeColumns,
  pods: podColumns,
  priorityclasses: [
    nameColumn,
    { name: 'Value', type: 'integer', cell: (object) => (object as PriorityClass).value },
    { name: 'Global-Default', type: 'boolean', cell: (object) => (object as PriorityClass).globalDefault ?? false },
    ageColumn,
    { name: 'PreemptionPolicy', cell: (object) => (object as PriorityClass).preemptionPolicy ?? '' },
  ],
  resourcequotas: quotaColumns,
  rolebindings: bindingColumns,
  serviceaccounts: [nameColumn, ageColumn],
  validatingadmissionpolicies: policyColumns,
  validatingadmissionpolicybindings: policyBindingColumns,
}

export const columnsOf = ({ resource }: Kind): readonly Column[] => columns[resource] ?? others
