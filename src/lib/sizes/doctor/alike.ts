import type { Fact } from '../../message/fact.ts'
import type { Finding, Severity } from '../../message/findings.ts'
import { NodesAlike, type SizeDoctorFact } from './doctor-messages.ts'

/** Facts about nodes, one finding for each reason: a cluster may have 5,000 nodes with the same trouble. */
export function grouped(facts: readonly Fact[], severityOf: (fact: Fact) => Severity): readonly Finding[] {
  const byReason = [...Map.groupBy(facts, ({ reason }) => reason).values()]
  return byReason.map((same) => ({ severity: severityOf(same[0]!), fact: asOne(same) }))
}

function asOne(same: readonly Fact[]): Fact | SizeDoctorFact {
  const [first] = same
  if (same.length === 1) return first!
  return NodesAlike({ nodes: same.map(({ subject }) => subject?.name ?? ''), because: first! })
}
