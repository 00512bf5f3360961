import type { Subject } from '../fact.ts'
import type { ReviewFact } from '../flows/review-fact.ts'
import { type Risk, risks } from '../kubelet-changes/disruption.ts'
import { stepsFor } from '../kubelet-changes/steps.ts'
import type { RestartNotEnough, RiskyChange } from '../kubelet-changes/unaccepted.ts'
import { consequenceInWords, stepsLine, stepText } from './change-words.ts'
import type { Vocabulary } from './phrase.ts'

export const reviewWords: Vocabulary<ReviewFact> = {
  KubeletOlderThanKnown: ({ subject: { name }, kubeletVersion, checkedAs }) =>
    `node/${name}: kubelet ${kubeletVersion} is older than ${checkedAs}, the oldest known release; checked as ${checkedAs}`,
  KubeletNewerThanKnown: ({ subject: { name }, kubeletVersion, checkedAs }) =>
    `node/${name}: kubelet ${kubeletVersion} is newer than ${checkedAs}, the newest known release; checked as ${checkedAs}`,
  NoNodes: () => ({
    said: 'the cluster has no nodes, so it has no kubelets to validate for',
    hints: ['give releases: --kubernetes-version 1.36'],
  }),
  RestartNotEnough: (fact) => ({
    said: ['a restart of the kubelet is not enough for this change', ...fact.documents.flatMap(changesOf)].join('\n'),
    hints: waysOn(fact),
  }),
}

const changesOf = ({ subject, unaccepted }: RiskyChange): readonly string[] =>
  unaccepted.map(
    ({ path, disruption, onPlainRestart }) =>
      `  ${subject ? `${nameOf(subject)}: ` : ''}${path} (${disruption}): after a plain restart, ${consequenceInWords(onPlainRestart)}`,
  )

/** In the order in which it is done. Files are changed by hand; documents are applied by agents, as soon as they are stored. */
function waysOn(fact: RestartNotEnough): readonly string[] {
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

function toAccept({ documents }: RestartNotEnough): readonly string[] {
  const open = new Set<string>(documents.flatMap(({ unaccepted }) => unaccepted.map(({ disruption }) => disruption)))
  return risks.filter((risk: Risk) => open.has(risk)).map((risk) => `--accept-risk=${risk}`)
}

const nameOf = ({ kind, name }: Subject): string => `${kind.toLowerCase()}/${name}`
