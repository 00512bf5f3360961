import type { Subject } from '../fact.ts'
import type { AssessedChange, Assessment } from './assess.ts'
import { isRisk, type Risk } from './disruption.ts'

/** The change of one document, or of one file. */
export interface RiskyChange {
  /** What would change; set when there are several. */
  readonly subject?: Subject | undefined
  /** Of all changes, accepted or not. */
  readonly assessment: Assessment
  /** The changes that are not accepted: never empty. */
  readonly unaccepted: readonly AssessedChange[]
}

/** Changes for which a restart of the kubelet does harm or has no effect. */
export interface RestartNotEnough {
  readonly reason: 'RestartNotEnough'
  readonly documents: readonly RiskyChange[]
}

interface Assessed {
  readonly subject?: Subject
  readonly assessment: Assessment
}

/** Changes that need more than a restart of the kubelet and are not accepted; undefined when there are none. */
export function restartNotEnough(
  assessed: readonly Assessed[],
  accepted: readonly Risk[],
): RestartNotEnough | undefined {
  const documents = assessed
    .map(({ subject, assessment }) => ({
      subject,
      assessment,
      unaccepted: assessment.changes.filter(({ disruption }) => isRisk(disruption) && !accepted.includes(disruption)),
    }))
    .filter(({ unaccepted }) => unaccepted.length > 0)
  return documents.length === 0 ? undefined : { reason: 'RestartNotEnough', documents }
}
