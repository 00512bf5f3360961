import type { Binding } from '../access/authorize.ts'
import type { KubeObject } from '../model/object.ts'
import { ageColumn, type Column, nameColumn } from './column.ts'

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

export const bindingColumns: readonly Column[] = [
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
