import type { Fact } from '../../message/fact.ts'
import type { Config } from './config.ts'
import type { Inquiry } from './effect.ts'
import type { Verdict } from './verdict.ts'

/** What to do about the assigned configuration now. `until`: when to decide again, milliseconds since the boot. */
export type Decision =
  | { readonly kind: 'frozen' }
  | { readonly kind: 'wait'; readonly because: Fact; readonly until: number | undefined }
  /** A verdict is needed first. */
  | { readonly kind: 'examine'; readonly inquiry: Inquiry }
  /** It runs already, or what runs means the same. */
  | { readonly kind: 'in-force' }
  | { readonly kind: 'rejected'; readonly because: Fact; readonly inquiry?: Inquiry | undefined }
  | { readonly kind: 'held'; readonly because: Fact; readonly usable: Usable; readonly inquiry?: Inquiry | undefined }
  /** It was tried, and is not tried again. */
  | { readonly kind: 'rolled-back'; readonly because: Fact }
  /** It runs, and has to prove itself: to this version of the kubelet, or because nobody knows how it came there. */
  | { readonly kind: 'prove' }
  /** The last known good configuration has to come back first; or what runs is remembered as bad. */
  | { readonly kind: 'go-back' }
  | { readonly kind: 'apply'; readonly config: Config; readonly usable: Usable }

type Usable = Extract<Verdict, { kind: 'usable' }>
