import { age } from '../../../lib/quantity/age.ts'
import type { KubeObject } from '../model/object.ts'

/** One column of a server-side table. */
export interface Column {
  readonly name: string
  readonly type?: 'string' | 'integer' | 'boolean' | 'date'
  /** Above zero: shown only by `-o wide`. */
  readonly priority?: number
  readonly cell: (object: KubeObject, now: number) => string | number | boolean
}

export const nameColumn: Column = { name: 'Name', cell: ({ metadata }) => metadata.name }
export const ageColumn: Column = { name: 'Age', cell: ({ metadata }, now) => age(metadata.creationTimestamp, now) }
