import type { Fact, Subject } from '../../../fact.ts'
import type { Said } from '../../../failure.ts'

/** What keeps an installation, or one of its balloons, from being upgraded. */
export type UpgradeFact =
  | { readonly reason: 'NothingToUpgrade'; readonly namespace: string; readonly subject?: undefined }
  /** The controller of DaemonSets does not follow. */
  | { readonly reason: 'TemplateNotObserved'; readonly subject: Subject }
  /** Another client has given the balloon another size than the one that is stored: it is not known which is meant. */
  | { readonly reason: 'SizeOfOther'; readonly subject: Subject; readonly manager: string }
  /** Nobody keeps pods away while the balloon is replaced. */
  | { readonly reason: 'UpgradeNotCordoned'; readonly subject: Subject; readonly because: Fact | Said }
  | { readonly reason: 'SizeNotStored'; readonly subject: Subject; readonly because: Fact | Said }
  /** The old one is gone, and the new one does not have its size. No further node is touched. */
  | { readonly reason: 'BalloonNotReplaced'; readonly subject: Subject; readonly because: Fact | Said }
