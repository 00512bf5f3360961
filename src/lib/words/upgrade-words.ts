import type { UpgradeFact } from '../flows/sizes/upgrade/upgrade-fact.ts'
import type { Vocabulary } from './phrase.ts'
import { nodeOf } from './size-words.ts'

export const upgradeWords: Vocabulary<UpgradeFact> = {
  NothingToUpgrade: ({ namespace }) => ({
    said: `nodesize is not installed in namespace ${namespace}`,
    hints: ['nodesize install'],
  }),
  TemplateNotObserved: ({ subject }) => ({
    said: `the controller has not seen the new template of daemonset/${subject.name}: no balloon was replaced`,
    hints: ['check kube-controller-manager, then run nodesize upgrade again'],
  }),
  SizeOfOther: (fact) => ({
    said: `${nodeOf(fact)}: not upgraded, because ${fact.manager === '' ? 'another client' : fact.manager} gave it another size than the one that is stored`,
    hints: ['nodesize set or reset it, then run nodesize upgrade again'],
  }),
  UpgradeNotCordoned: (fact) => ({
    said: `${nodeOf(fact)}: not upgraded, because it cannot be cordoned meanwhile`,
    because: fact.because,
  }),
  SizeNotStored: (fact) => ({
    said: `${nodeOf(fact)}: not upgraded, because its size cannot be stored`,
    because: fact.because,
  }),
  BalloonNotReplaced: (fact) => ({
    said: `${nodeOf(fact)}: its balloon was deleted, and the next one does not have its size`,
    because: fact.because,
    hints: [
      'nodesize get shows it; its size is stored: nodesize reconcile --once restores it, and nodesize upgrade goes on',
    ],
  }),
}
