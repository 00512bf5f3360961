import type { ReleaseFact } from '../flows/files/release-fact.ts'
import { describe } from '../kubelet/model/describe.ts'
import { quote } from '../kubelet/model/quote.ts'
import { newest, oldest } from '../kubelet/model/releases.ts'
import type { Tree } from '../kubelet/model/tree.ts'
import { placeIn } from './finding-words.ts'
import type { Vocabulary } from './phrase.ts'

/** The source of a release that was not given by flag. */
export const releaseWords: Vocabulary<ReleaseFact> = {
  ReleaseOfFile: (fact) => `${named(fact)}: checked for kubelet ${fact.release}`,
  NewerThanKnown: (fact) => `${named(fact)}, newer than ${newest}, the newest known release: checked for that`,
  OlderThanKnown: (fact) => `${named(fact)}, older than ${oldest}, the oldest known release: checked for that`,
  NoReleaseNamed: (fact) => `${named(fact)}, which is not a release: checked for kubelet ${fact.release}`,
  SeveralReleasesNamed: (fact) =>
    `${named(fact)}, and ${shown(fact.other)} in line ${fact.other.line}: checked for kubelet ${fact.release}; choose one with --kubernetes-version`,
  OtherReleaseNamed: (fact) => `${named(fact)}, but all is checked for kubelet ${fact.release}`,
}

const named = ({ subject, value }: ReleaseFact): string =>
  `${placeIn(subject.name, subject)}: kubernetesVersion is ${shown(value)}`

const shown = (value: Tree): string =>
  value.type === 'scalar' && value.kind === 'string' ? quote(value.text) : describe(value, '')
