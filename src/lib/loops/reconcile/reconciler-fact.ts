import type { Fact, Subject } from '../../fact.ts'
import type { Amounts } from '../../sizing/amounts.ts'

/** What a reconciler reports, besides its decisions. */
export type ReconcilerFact =
  | {
      readonly reason: 'NodeRestored'
      readonly subject: Subject
      readonly outcome: 'unchanged' | 'resized' | 'reverted' | 'planned'
      readonly because: Fact
      readonly before: Amounts
      readonly after: Amounts
    }
  /** `count`: of failures in a row. */
  | { readonly reason: 'NodeNotRestored'; readonly subject: Subject; readonly because: Fact; readonly count: number }
  | { readonly reason: 'PassFailed'; readonly because: Fact }
  | { readonly reason: 'ReconcilerFollows'; readonly namespace: string }
  /** No policy denied what the reconciler must not write: a change of a Node, tried as a dry run. */
  | { readonly reason: 'WritesNotLimited' }
  | { readonly reason: 'WritesLimited' }
  | { readonly reason: 'ClusterLost'; readonly because: Fact }
  | { readonly reason: 'ClusterFound' }
