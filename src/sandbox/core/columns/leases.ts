import type { Lease } from '../model/object.ts'
import { ageColumn, type Column, nameColumn } from './column.ts'

export const leaseColumns: readonly Column[] = [
  nameColumn,
  { name: 'Holder', cell: (object) => (object as Lease).spec?.holderIdentity ?? '' },
  ageColumn,
]
