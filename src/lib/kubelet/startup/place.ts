import type { Effective } from '../defaults/effective.ts'
import type { Problem } from '../rules/rule.ts'

/** Where to put what is wrong with a field that is not the first of its rule. */
export function placeOf(config: Effective, path: string): Pick<Problem, 'path' | 'at'> {
  const at = config.written(path)
  return { path, ...(at !== undefined && { at }) }
}
