import type { Value } from '../model/document.ts'
import type { Position } from '../model/tree.ts'
import { Effective } from './effective.ts'
import { nowhere } from './tables.ts'

/**
 * A document that drop-ins were merged into: it has its defaults already, which count, but nobody wrote them. They have no
 * place, and no others are filled in.
 */
export class Merged extends Effective {
  override written(path: string): Value | undefined {
    const value = super.written(path)
    return value === undefined || isDefault(value) ? undefined : value
  }

  override get(path: string): Value | undefined {
    return super.written(path)
  }

  override keyIn(path: string, key: string): Position | undefined {
    const value = super.written(path)
    return value?.type === 'map' ? value.keys?.get(key) : undefined
  }
}

/** A map of defaults that a drop-in added an entry to was written in part. */
function isDefault(value: Value): boolean {
  if (value.type === 'map' && value.entries.size > 0) return value.entries.values().every(isDefault)
  if (value.type === 'struct' && value.fields.size > 0) return value.fields.values().every(isDefault)
  return value.line === nowhere.line
}
