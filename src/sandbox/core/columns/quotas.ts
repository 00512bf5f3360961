import type { KubeObject, ResourceQuota } from '../model/object.ts'
import { ageColumn, type Column, nameColumn } from './column.ts'

const isLimit = (key: string): boolean => key.startsWith('limits.')

/** A column with `key: used/hard` for each matching key. */
const usage = (name: string, isIncluded: (key: string) => boolean): Column => ({
  name,
  cell(object: KubeObject) {
    const { hard = {}, used = {} } = (object as ResourceQuota).status ?? {}
    const keys = Object.keys(hard).filter(isIncluded).sort()
    return keys.map((key) => `${key}: ${used[key] ?? '0'}/${hard[key]}`).join(', ')
  },
})

export const quotaColumns: readonly Column[] = [
  nameColumn,
  usage('Request', (key) => !isLimit(key)),
  usage('Limit', isLimit),
  ageColumn,
]
