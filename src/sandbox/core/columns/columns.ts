import type { Kind } from '../model/kinds.ts'
import type { ConfigMap, Namespace, PriorityClass } from '../model/object.ts'
import { bindingColumns } from './bindings.ts'
import { ageColumn, type Column, nameColumn } from './column.ts'
import { revisionColumns } from './controller-revisions.ts'
import { daemonSetColumns } from './daemon-sets.ts'
import { eventColumns } from './events.ts'
import { leaseColumns } from './leases.ts'
import { nodeColumns } from './nodes.ts'
import { podColumns } from './pods.ts'
import { policyBindingColumns, policyColumns } from './policies.ts'
import { quotaColumns } from './quotas.ts'

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
