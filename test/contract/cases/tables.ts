import { expect } from '@jest/globals'
import { pathOf } from '../requests.ts'
import type { Case } from '../subject.ts'

interface Table {
  readonly kind: string
  readonly columnDefinitions: readonly {
    readonly name: string
    readonly type: string
    readonly format: string
    readonly priority: number
  }[]
}

const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'
const binding = ['Name', 'Role', 'Age', 'Users+', 'Groups+', 'ServiceAccounts+']
const role = ['Name', 'Created At date']

/** With the type where it is not text; a plus for what only wide output shows. */
const columns: Readonly<Record<string, readonly string[]>> = {
  clusterrolebindings: binding,
  clusterroles: role,
  configmaps: ['Name', 'Data', 'Age'],
  controllerrevisions: ['Name', 'Controller', 'Revision', 'Age'],
  daemonsets: [
    'Name',
    ...['Desired', 'Current', 'Ready', 'Up-to-date', 'Available'].map((name) => `${name} integer`),
    'Node Selector',
    'Age',
    'Containers+',
    'Images+',
    'Selector+',
  ],
  events: [
    ...['Last Seen', 'Type', 'Reason', 'Object', 'Subobject+', 'Source+', 'Message'],
    ...['First Seen+', 'Count+', 'Name+'],
  ],
  leases: ['Name', 'Holder', 'Age'],
  limitranges: role,
  namespaces: ['Name', 'Status', 'Age'],
  nodes: [
    ...['Name', 'Status', 'Roles', 'Age', 'Version'],
    ...['Internal-IP+', 'External-IP+', 'OS-Image+', 'Kernel-Version+', 'Container-Runtime+'],
  ],
  pods: [...['Name', 'Ready', 'Status', 'Restarts', 'Age'], ...['IP+', 'Node+', 'Nominated Node+', 'Readiness Gates+']],
  priorityclasses: ['Name', 'Value integer', 'Global-Default boolean', 'Age', 'PreemptionPolicy'],
  resourcequotas: ['Name', 'Request', 'Limit', 'Age'],
  rolebindings: binding,
  roles: role,
  serviceaccounts: ['Name', 'Age'],
  validatingadmissionpolicies: ['Name', 'Validations integer', 'ParamKind', 'Age'],
  validatingadmissionpolicybindings: ['Name', 'PolicyName', 'ParamRef', 'Age'],
}

export const tables: readonly Case[] = Object.entries(columns).map(
  ([resource, expected]): Case => ({
    name: `a table of ${resource} has its usual columns`,
    async run(subject) {
      const { body } = await subject.request<Table>({ method: 'GET', path: pathOf(resource), accept })
      expect(body.kind).toBe('Table')
      const found = body.columnDefinitions.map(
        ({ name, type, priority }) => `${name}${type === 'string' ? '' : ` ${type}`}${priority > 0 ? '+' : ''}`,
      )
      expect(found).toEqual(expected)
      expect(body.columnDefinitions.filter(({ format }) => format === 'name').map(({ name }) => name)).toEqual(['Name'])
    },
  }),
)
