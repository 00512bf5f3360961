import { age } from '../../../lib/quantity/age.ts'
import type { Event, KubeObject } from '../model/object.ts'
import type { Column } from './column.ts'

const eventOf = (object: KubeObject): Event => object as Event

export const eventColumns: readonly Column[] = [
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
