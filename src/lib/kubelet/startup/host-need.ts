import type { Effective } from '../defaults/effective.ts'
import { placeOfKey } from '../rules/place-in.ts'
import type { Problem } from '../rules/rule.ts'
import { placeOf } from './place.ts'

/** One thing that the host must have, at its own field. */
export interface HostNeed {
  readonly field: string
  /** For a map: the key that requires it. */
  readonly key?: string
  readonly need: string
  readonly remedy: string
}

export const problemOfNeed = (config: Effective, { field, key, need, remedy }: HostNeed): Problem => ({
  ...(key === undefined ? placeOf(config, field) : placeOfKey(config, field, key)),
  severity: 'info',
  // V8 would keep a template as a tree of its parts, for each of thousands of files.
  message: ['depends on the host: ', need].join(''),
  remedy,
})
