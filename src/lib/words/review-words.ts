import type { Subject } from '../fact.ts'
import type { ReviewFact } from '../flows/review-fact.ts'
import { type Risk, risks } from '../kubelet-changes/disruption.ts'
import type { RestartNotEnough, RiskyChange } from '../kubelet-changes/unaccepted.ts'
import { consequenceInWords, stepsLine } from './change-words.ts'
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
    hints: [...requiredSteps(fact), `once that is done, add: ${toAccept(fact).join(' ')}`],
  }),
}

const changesOf = ({ subject, unaccepted }: RiskyChange): readonly string[] =>
  unaccepted.map(
    ({ path, disruption, onPlainRestart }) =>
      `  ${subject ? `${nameOf(subject)}: ` : ''}${path} (${disruption}): after a plain restart, ${consequenceInWords(onPlainRestart)}`,
  )

/** All steps of all changes, accepted or not; for each subject when they differ. */
function requiredSteps({ documents }: RestartNotEnough): readonly string[] {
  const bySubject = documents.map(({ subject, assessment }) => ({ subject, steps: stepsLine(assessment) }))
  const [first, ...others] = new Set(bySubject.map(({ steps }) => steps))
  if (others.length === 0) return [`required steps: ${first}`]
  return bySubject.map(({ subject, steps }) => `${subject ? nameOf(subject) : 'it'} requires: ${steps}`)
}

function toAccept({ documents }: RestartNotEnough): readonly string[] {
  const open = new Set<string>(documents.flatMap(({ unaccepted }) => unaccepted.map(({ disruption }) => disruption)))
  return risks.filter((risk: Risk) => open.has(risk)).map((risk) => `--accept-risk=${risk}`)
}

const nameOf = ({ kind, name }: Subject): string => `${kind.toLowerCase()}/${name}`
