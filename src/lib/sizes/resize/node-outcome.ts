import type { Outcome } from '../../ports/outcomes.ts'
import type { SizeChange } from './size-change.ts'

/** What became of one node of several. */
export interface NodeOutcome {
  readonly node: string
  readonly outcome: Outcome<SizeChange>
}
