import type { KubeObject, Pod } from '../model/object.ts'
import { ageColumn, type Column, nameColumn } from './column.ts'

const podOf = (object: KubeObject): Pod => object as Pod
const none = (text: string | undefined): string => text || '<none>'

export const podColumns: readonly Column[] = [
  nameColumn,
  { name: 'Ready', cell: (object) => readyText(podOf(object)) },
  { name: 'Status', cell: (object) => statusText(podOf(object)) },
  { name: 'Restarts', cell: (object) => String(restartsOf(podOf(object))) },
  ageColumn,
  { name: 'IP', priority: 1, cell: (object) => none(podOf(object).status?.podIP) },
  { name: 'Node', priority: 1, cell: (object) => none(podOf(object).spec.nodeName) },
  { name: 'Nominated Node', priority: 1, cell: (object) => none(podOf(object).status?.nominatedNodeName) },
  { name: 'Readiness Gates', priority: 1, cell: () => '<none>' },
]

const statusesOf = ({ status }: Pod) => status?.containerStatuses ?? []
const restartsOf = (pod: Pod): number => statusesOf(pod).reduce((sum, { restartCount }) => sum + restartCount, 0)
const readyText = (pod: Pod): string =>
  `${statusesOf(pod).filter(({ ready }) => ready).length}/${pod.spec.containers.length}`

function statusText({ metadata, status }: Pod): string {
  if (metadata.deletionTimestamp !== undefined) return 'Terminating'
  return status?.reason || status?.phase || 'Pending'
}
