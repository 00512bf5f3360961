import type { Subject } from '../fact.ts'
import type { ElectionFact } from '../loops/leader-election/election-fact.ts'
import type { Vocabulary } from './phrase.ts'

const nameOf = ({ subject }: { readonly subject: Subject }): string => `lease/${subject.name}`

export const electionWords: Vocabulary<ElectionFact> = {
  LeaseAcquired: (fact) => `${nameOf(fact)} acquired: this replica leads (${fact.identity})`,
  LeaseHeldByOther: (fact) => `${nameOf(fact)} is held by ${fact.holder}: this replica waits`,
  LeaseRequestFailed: (fact) => ({ said: `${nameOf(fact)} cannot be read or written`, because: fact.because }),
  LeaseReleased: (fact) => `${nameOf(fact)} released`,
  LeadershipLost: (fact) => ({
    said: `${nameOf(fact)} was not renewed in time: this replica no longer leads`,
    ...(fact.because && { because: fact.because }),
  }),
  LeaseTaken: (fact) => `${nameOf(fact)} is held by ${fact.holder} now: this replica no longer leads`,
}
