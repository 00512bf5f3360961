import type { KubeObject, Node } from '../model/object.ts'
import { ageColumn, type Column, nameColumn } from './column.ts'

const role = 'node-role.kubernetes.io/'

const infoOf = (object: KubeObject) => (object as Node).status?.nodeInfo
const wide = (name: string, cell: (object: KubeObject) => string | undefined): Column => ({
  name,
  priority: 1,
  cell: (object) => cell(object) || '<unknown>',
})
const address = (type: string) => (object: KubeObject) =>
  (object as Node).status?.addresses?.find((each) => each.type === type)?.address ?? '<none>'

export const nodeColumns: readonly Column[] = [
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
