import type { KubeletFact } from '../kubelet/check/kubelet-fact.ts'
import { problemText, refusalLines } from './finding-words.ts'
import type { Vocabulary } from './phrase.ts'

export const kubeletWords: Vocabulary<KubeletFact> = {
  ReleaseUnknown: ({ text, known }) => ({
    said: `unknown kubelet release '${text}'`,
    hints: [`known releases: ${known.join(', ')}`],
  }),
  SeveralReleases: ({ text, example }) => ({
    said: `'${text}' is not one kubelet release`,
    hints: [`give one, such as ${example}`],
  }),
  DocumentRefused: (fact) => ({ said: refusalLines(fact) }),
  DocumentsRefused: ({ documents }) => ({ said: documents.flatMap(refusalLines) }),
  DocumentProblem: ({ subject, finding, releases }) => problemText(subject.name, finding, releases),
}
