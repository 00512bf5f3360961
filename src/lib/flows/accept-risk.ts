import { configMapName, type Target } from '../documents/target.ts'
import { Failure } from '../failure.ts'
import type { AssessedChange, Assessment } from '../kubelet-changes/assess.ts'
import { isRisky, type RiskyKind, riskyKinds } from '../kubelet-changes/kind.ts'
import { procedureOf } from '../kubelet-changes/procedure.ts'

/** The changes that nobody has accepted, of the kinds that do harm when a kubelet is just restarted. */
function unaccepted({ changes }: Assessment, accepted: readonly RiskyKind[]): readonly AssessedChange[] {
  return changes.filter(({ kind }) => isRisky(kind) && !accepted.includes(kind))
}

interface Assessed {
  /** What would be changed, when there are several such things. */
  readonly subject?: string
  readonly assessment: Assessment
}

/**
 * A Failure 'refused' that names each change which nobody accepted, what happens if it is made blindly, and what to do;
 * undefined when there is none.
 */
export function refusal(assessed: readonly Assessed[], accepted: readonly RiskyKind[]): Failure | undefined {
  const refused = assessed.filter(({ assessment }) => unaccepted(assessment, accepted).length > 0)
  if (refused.length === 0) return undefined
  const open = refused.flatMap(({ subject, assessment }) =>
    unaccepted(assessment, accepted).map((change) => ({ subject, ...change })),
  )
  const kinds = riskyKinds.filter((kind) => open.some((change) => change.kind === kind))
  return new Failure(
    'refused',
    ['a restart of the kubelet is not enough for this change', ...open.map(line)].join('\n'),
    {
      suggestions: [
        ...whatItTakes(refused),
        `if that is taken care of: ${kinds.map((kind) => `--accept-risk=${kind}`).join(' ')}`,
      ],
    },
  )
}

/** All steps of all changes, accepted or not; for each subject when they differ. */
function whatItTakes(refused: readonly Assessed[]): readonly string[] {
  const bySubject = refused.map(({ subject, assessment }) => ({ subject, takes: procedureOf(assessment.changes) }))
  const [first, ...others] = new Set(bySubject.map(({ takes }) => takes))
  if (others.length === 0) return [`what it takes: ${first}`]
  return bySubject.map(({ subject, takes }) => `${subject} takes: ${takes}`)
}

interface Step {
  readonly target: Target
  /** undefined when it is not known what the nodes have now, or will have. */
  readonly assessment: Assessment | undefined
}

/** The same for the steps whose cost is known. */
export function refusalOfRisks(steps: readonly Step[], accepted: readonly RiskyKind[]): Failure | undefined {
  const assessed = steps.flatMap(({ target, assessment }) =>
    assessment === undefined ? [] : [{ subject: `configmap/${configMapName(target)}`, assessment }],
  )
  return refusal(assessed, accepted)
}

const line = ({ subject, path, kind, blindly }: AssessedChange & { subject: string | undefined }): string =>
  `  ${subject === undefined ? '' : `${subject}: `}${path} (${kind}): with a mere restart ${blindly}`
