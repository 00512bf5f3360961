import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { itemPath, keyPath } from '../model/path.ts'
import type { Problem } from './rule.ts'

type Place = Pick<Problem, 'path' | 'at'>

/** The place of a problem with the key of a map, rather than with its value. */
export function placeOfKey(config: Effective, field: string, key: string): Place {
  const at = config.keyIn(field, key)
  return { path: keyPath(field, key), ...(at !== undefined && { at }) }
}

/** The place of the last item of a list that has one of these texts; the list's without any. */
export function placeOfItem(config: Effective, field: string, texts: readonly string[]): Place {
  const items = config.list(field)
  const index = items.findLastIndex((item) => texts.includes(asText(item)))
  if (index >= 0) return { path: itemPath(field, index), at: items[index]! }
  const at = config.written(field)
  return { path: field, ...(at !== undefined && { at }) }
}
