import { configMapOf, type Target } from '../../documents/target.ts'
import type { Assessment } from '../../kubelet/changes/assess.ts'
import type { Risk } from '../../kubelet/changes/disruption.ts'
import { type RestartNotEnough, restartNotEnough } from '../../kubelet/changes/unaccepted.ts'
import type { Subject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'

interface Assessed {
  /** What would change; set when there are several. */
  readonly subject?: Subject
  readonly assessment: Assessment
}

/**
 * A Failure 'refused' for the changes that need more than a restart of the kubelet and are not accepted; undefined when
 * there are none.
 */
export function refusal(
  assessed: readonly Assessed[],
  accepted: readonly Risk[],
): Failure<RestartNotEnough> | undefined {
  const fact = restartNotEnough(assessed, accepted)
  return fact && new Failure('refused', fact)
}

interface Step {
  readonly target: Target
  /** undefined when the current or the new configuration of the nodes is unknown. */
  readonly assessment: Assessment | undefined
}

/** The same for steps; those of unknown disruption are skipped. */
export function refusalOfRisks(steps: readonly Step[], accepted: readonly Risk[]): ReturnType<typeof refusal> {
  const assessed = steps.flatMap(({ target, assessment }) =>
    assessment === undefined ? [] : [{ subject: configMapOf(target), assessment }],
  )
  return refusal(assessed, accepted)
}
