import type { Fact, Subject } from '../../message/fact.ts'
import type { Said } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import { nodeOf } from '../model/size-messages.ts'

/** What keeps an installation, or one of its balloons, from being upgraded. */
export type UpgradeFact =
  | FactOf<typeof NothingToUpgrade>
  | FactOf<typeof TemplateNotObserved>
  | FactOf<typeof SizeOfOther>
  | FactOf<typeof UpgradeNotCordoned>
  | FactOf<typeof SizeNotStored>
  | FactOf<typeof BalloonNotReplaced>

export const NothingToUpgrade = message(
  'NothingToUpgrade',
  ({ namespace }: { namespace: string; subject?: undefined }) => ({
    said: `nodesize is not installed in namespace ${namespace}`,
    hints: ['nodesize install'],
  }),
)

/** The controller of DaemonSets does not follow. */
export const TemplateNotObserved = message('TemplateNotObserved', ({ subject }: { subject: Subject }) => ({
  said: `the controller has not seen the new template of daemonset/${subject.name}: no balloon was replaced`,
  hints: ['check kube-controller-manager, then run nodesize upgrade again'],
}))

/** Another client has given the balloon another size than the one that is stored: it is not known which is meant. */
export const SizeOfOther = message('SizeOfOther', (fact: { subject: Subject; manager: string }) => ({
  said: `${nodeOf(fact)}: not upgraded, because ${fact.manager === '' ? 'another client' : fact.manager} gave it another size than the one that is stored`,
  hints: ['nodesize set or reset it, then run nodesize upgrade again'],
}))

/** Nobody keeps pods away while the balloon is replaced. */
export const UpgradeNotCordoned = message('UpgradeNotCordoned', (fact: { subject: Subject; because: Fact | Said }) => ({
  said: `${nodeOf(fact)}: not upgraded, because it cannot be cordoned meanwhile`,
  because: fact.because,
}))

export const SizeNotStored = message('SizeNotStored', (fact: { subject: Subject; because: Fact | Said }) => ({
  said: `${nodeOf(fact)}: not upgraded, because its size cannot be stored`,
  because: fact.because,
}))

/** The old one is gone, and the new one does not have its size. No further node is touched. */
export const BalloonNotReplaced = message('BalloonNotReplaced', (fact: { subject: Subject; because: Fact | Said }) => ({
  said: `${nodeOf(fact)}: its balloon was deleted, and the next one does not have its size`,
  because: fact.because,
  hints: [
    'nodesize get shows it; its size is stored: nodesize reconcile --once restores it, and nodesize upgrade goes on',
  ],
}))
