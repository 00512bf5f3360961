import type { KubeletFact } from '../kubelet/check/kubelet-fact.ts'
import { problemText, refusalLines } from './finding-words.ts'
import type { Vocabulary } from './phrase.ts'

export const kubeletWords: Vocabulary<KubeletFact> = {
  DocumentRefused: (fact) => ({ said: refusalLines(fact) }),
  DocumentsRefused: ({ documents }) => ({ said: documents.flatMap(refusalLines) }),
  DocumentProblem: ({ subject, finding, releases }) => problemText(subject.name, finding, releases),
}
