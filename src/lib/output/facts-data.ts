import { messageOf, reasoned } from '../message/describe.ts'
import type { Fact } from '../message/fact.ts'
import type { Failure } from '../message/failure.ts'

/** The failure of one target in a report; nulls when there is none. */
export const errorData = (failure: Failure | undefined): { error: string | null; reason: string | null } => ({
  error: failure ? messageOf(failure.fact) : null,
  reason: failure?.fact.reason ?? null,
})

/** Facts in a report: reasons for scripts, and messages. */
export const factsData = (facts: readonly Fact[]): readonly { reason: string; message: string }[] => facts.map(reasoned)
