import type { ScalarType } from '../../schema/schema.ts'
import type { Keywords } from './keywords.ts'
import * as patterns from './patterns.ts'

/** What the decoder accepts for a field of each type, except null; limits are doubles, as in most validators. */
export const valueKeywords: Readonly<Record<ScalarType, Keywords>> = {
  bool: { type: 'boolean' },
  int32: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  int64: { type: 'integer', minimum: -(2 ** 63), maximum: 2 ** 63 },
  uint32: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 },
  float64: { type: 'number' },
  string: { type: 'string' },
  duration: { type: 'string', pattern: patterns.duration },
  flush: { type: ['integer', 'string'], pattern: patterns.duration },
  quantity: { type: ['number', 'string'], pattern: patterns.quantity },
  time: { type: 'string' },
}
