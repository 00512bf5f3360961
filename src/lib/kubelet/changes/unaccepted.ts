import type { Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import type { AssessedChange, Assessment } from './assess.ts'
import { consequenceInWords } from './consequence.ts'
import { isRisk, type Risk, risks } from './disruption.ts'
import { stepsFor, stepsLine, stepText } from './steps.ts'

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
export type RestartNotEnough = FactOf<typeof RestartNotEnough>

interface Documents {
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
  return documents.length === 0 ? undefined : RestartNotEnough({ documents })
}

/** Changes for which a restart of the kubelet does harm or has no effect. */
export const RestartNotEnough = message('RestartNotEnough', (fact: Documents) => ({
  said: ['a restart of the kubelet is not enough for this change', ...fact.documents.flatMap(changesOf)].join('\n'),
  hints: waysOn(fact),
}))

const changesOf = ({ subject, unaccepted }: RiskyChange): readonly string[] =>
  unaccepted.map(
    ({ path, disruption, onPlainRestart }) =>
      `  ${subject ? `${nameOf(subject)}: ` : ''}${path} (${disruption}): after a plain restart, ${consequenceInWords(onPlainRestart)}`,
  )

/** In the order in which it is done. Files are changed by hand; documents are applied by agents, as soon as they are stored. */
function waysOn(fact: Documents): readonly string[] {
  const { documents } = fact
  const accept = toAccept(fact).join(' ')
  const [first] = documents
  if (first?.subject === undefined)
    return [
      `required steps: ${documents.map(({ assessment }) => stepsLine(assessment)).join(', ')}`,
      `to accept them, add: ${accept}`,
    ]
  const steps = stepsFor(
    {
      changes: documents.flatMap(({ assessment }) => assessment.changes),
      lowersAllocatable: documents.some(({ assessment }) => assessment.lowersAllocatable),
    },
    'agent',
  )
  const start = steps.findIndex(({ reason }) => reason === 'AgentApplies')
  const [before, after] = [steps.slice(0, start), steps.slice(start + 1)].map((some) => some.map(stepText))
  return [
    [...before!, `run the command again with ${accept}: agents apply what is stored by themselves`].join(', then '),
    ...(after!.length === 0 ? [] : [`once status says that a node runs it: ${after!.join(', then ')}`]),
  ]
}

function toAccept({ documents }: Documents): readonly string[] {
  const open = new Set<string>(documents.flatMap(({ unaccepted }) => unaccepted.map(({ disruption }) => disruption)))
  return risks.filter((risk: Risk) => open.has(risk)).map((risk) => `--accept-risk=${risk}`)
}

const nameOf = ({ kind, name }: Subject): string => `${kind.toLowerCase()}/${name}`
