import type { Fact } from './fact.ts'

/** What a doctor has found: each of the problems keeps something from working; of the rest one is to take care. */
export interface Findings {
  readonly problems: readonly Fact[]
  readonly care: readonly Fact[]
  readonly works: readonly Fact[]
}

export type Verdict = 'works' | 'with-care' | 'refused'

export const verdictOf = ({ problems, care }: Findings): Verdict =>
  problems.length > 0 ? 'refused' : care.length > 0 ? 'with-care' : 'works'

export type Severity = 'error' | 'care' | 'works'

/** A fact, and how much it matters. */
export interface Finding {
  readonly severity: Severity
  readonly fact: Fact
}

export function bySeverity(findings: readonly Finding[]): Findings {
  const all = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).map(({ fact }) => fact)
  return { problems: all('error'), care: all('care'), works: all('works') }
}
