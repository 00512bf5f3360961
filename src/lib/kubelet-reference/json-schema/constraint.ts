import type { Release } from '../../kubelet/model/releases.ts'
import type { Keywords } from './keywords.ts'

/** What rules say of one field, as far as a schema can say it. One row for a path and a release. */
export interface Constraint {
  /** `enforceNodeAllocatable[]` is an item, `evictionHard{}` a value. */
  readonly path: string
  /** Ids of the rules that it stands for, wholly or in part. */
  readonly rules: readonly string[]
  readonly since?: Release
  readonly until?: Release
  readonly keywords?: Keywords
  /** null, which the decoder takes for zero, breaks the rule. */
  readonly notNull?: true
  /** All keys that a map may have. */
  readonly keys?: readonly string[]
}
