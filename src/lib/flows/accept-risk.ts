import { configMapName, type Target } from '../documents/target.ts'
import { Failure } from '../failure.ts'
import type { AssessedChange, Assessment } from '../kubelet-changes/assess.ts'
import { isRisk, type Risk, risks } from '../kubelet-changes/disruption.ts'
import { consequenceInWords, stepsLine } from '../words/change-words.ts'

/** The changes that do harm when the kubelet is only restarted, and that nobody has accepted. */
function unaccepted({ changes }: Assessment, accepted: readonly Risk[]): readonly AssessedChange[] {
  return changes.filter(({ disruption }) => isRisk(disruption) && !accepted.includes(disruption))
}

interface Assessed {
  /** What would be changed, when there are several such things. */
  readonly subject?: string
  readonly assessment: Assessment
}

/**
 * A Failure 'refused' that names each change which nobody accepted, what follows a plain restart, and the required steps;
 * undefined when there is none.
 */
export function refusal(assessed: readonly Assessed[], accepted: readonly Risk[]): Failure | undefined {
  const refused = assessed.filter(({ assessment }) => unaccepted(assessment, accepted).length > 0)
  if (refused.length === 0) return undefined
  const open = refused.flatMap(({ subject, assessment }) =>
    unaccepted(assessment, accepted).map((change) => ({ subject, ...change })),
  )
  const toAccept = risks.filter((risk) => open.some(({ disruption }) => disruption === risk))
  return new Failure(
    'refused',
    ['a restart of the kubelet is not enough for this change', ...open.map(line)].join('\n'),
    {
      suggestions: [
        ...requiredSteps(refused),
        `once that is done, add: ${toAccept.map((risk) => `--accept-risk=${risk}`).join(' ')}`,
      ],
    },
  )
}

/** All steps of all changes, accepted or not; for each subject when they differ. */
function requiredSteps(refused: readonly Assessed[]): readonly string[] {
  const bySubject = refused.map(({ subject, assessment }) => ({ subject, steps: stepsLine(assessment) }))
  const [first, ...others] = new Set(bySubject.map(({ steps }) => steps))
  if (others.length === 0) return [`required steps: ${first}`]
  return bySubject.map(({ subject, steps }) => `${subject} requires: ${steps}`)
}

interface Step {
  readonly target: Target
  /** undefined when it is not known what the nodes have now, or will have. */
  readonly assessment: Assessment | undefined
}

/** The same for the steps whose cost is known. */
export function refusalOfRisks(steps: readonly Step[], accepted: readonly Risk[]): Failure | undefined {
  const assessed = steps.flatMap(({ target, assessment }) =>
    assessment === undefined ? [] : [{ subject: `configmap/${configMapName(target)}`, assessment }],
  )
  return refusal(assessed, accepted)
}

const line = ({
  subject,
  path,
  disruption,
  onPlainRestart,
}: AssessedChange & { subject: string | undefined }): string =>
  `  ${subject === undefined ? '' : `${subject}: `}${path} (${disruption}): after a plain restart, ${consequenceInWords(onPlainRestart)}`
