import type { DaemonSet, KubeObject } from '../model/object.ts'
import { ageColumn, type Column, nameColumn } from './column.ts'

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

export const daemonSetColumns: readonly Column[] = [
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
