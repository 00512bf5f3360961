import type { Effective } from '../defaults/effective.ts'
import type { Problem } from '../rules/rule.ts'

/** The place of a problem in a field that is not the first of its rule. */
export function placeOf(config: Effective, path: string): Pick<Problem, 'path' | 'at'> {
  const at = config.written(path)
  return { path, ...(at !== undefined && { at }) }
}
