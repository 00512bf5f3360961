import type { Release } from '../../model/releases.ts'
import type { Keywords } from './keywords.ts'

/** The constraints of rules on one field, as far as a schema can express them. One row per path and release. */
export interface Constraint {
  /** `enforceNodeAllocatable[]` is an item, `evictionHard{}` a value. */
  readonly path: string
  /** Ids of the rules that it expresses, wholly or in part. */
  readonly rules: readonly string[]
  readonly since?: Release
  readonly until?: Release
  readonly keywords?: Keywords
  /** null, which the decoder reads as zero, breaks the rule. */
  readonly notNull?: true
  /** All allowed keys of a map. */
  readonly keys?: readonly string[]
}
