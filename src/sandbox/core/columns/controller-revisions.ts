import type { V1ControllerRevision } from '@kubernetes/client-node'
import type { KubeObject } from '../model/object.ts'
import { ageColumn, type Column, nameColumn } from './column.ts'

export const revisionColumns: readonly Column[] = [
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
