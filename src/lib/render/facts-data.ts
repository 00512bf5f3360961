import type { Fact } from '../fact.ts'
import type { Failure } from '../failure.ts'
import { messageOf, reasoned } from '../words/describe.ts'

/** What went wrong with one target of a report; nulls when nothing did. */
export const errorData = (failure: Failure | undefined): { error: string | null; reason: string | null } => ({
  error: failure ? messageOf(failure.fact) : null,
  reason: failure?.fact.reason ?? null,
})

/** Facts in a report: what scripts match on, and the same in words. */
export const factsData = (facts: readonly Fact[]): readonly { reason: string; message: string }[] => facts.map(reasoned)
