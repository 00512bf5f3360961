import type { Fact } from '../../message/fact.ts'
import type { Amounts, QuantityText } from '../../pods/amounts.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import type { Outcome } from '../../ports/outcomes.ts'
import type { StoredChange } from '../desired/stored-change.ts'
import type { TargetSize } from '../model/size.ts'
import type { SizeNote } from '../model/size-messages.ts'
import type { IfFull } from '../plan/plan.ts'
import type { CordonFact } from './cordon-messages.ts'

export interface SetSizeRequest {
  readonly size: TargetSize
  /** Milliseconds to wait for the kubelet's answer and, before that, for a balloon that is not running yet. */
  readonly timeoutMs: number
  readonly dryRun: DryRunMode
  /** If pods are in the way of a smaller size; `revert` unless given. */
  readonly ifFull?: IfFull | undefined
  /** A node that becomes smaller is not cordoned meanwhile: a pod that is bound in that moment may be refused. */
  readonly noCordon?: boolean | undefined
  /** What the machine of the node has, as `autoscale` has noted it: the size may not be larger. undefined: nothing is noted. */
  readonly machine?: Amounts | undefined
  /** The user, for the mark on a cordoned node; absent: it is asked of the API server. */
  readonly user?: string | undefined
}

/** What was read together with the measurement, and need not be read again. */
export interface ReadBefore {
  /** Of a list of balloons: the watch begins here, instead of with another list. */
  readonly resourceVersion: string | undefined
  /** No LimitRange adds limits to balloons, so a resize needs no dry run before it. */
  readonly isFreeOfLimits: boolean
}

export interface SizeChange {
  readonly node: string
  /**
   * `stored`: it has the size, and what is stored for it changes. `partial`: pods kept it from all of the size. `planned`: a dry run, its
   * balloon would be resized.
   */
  readonly outcome: 'unchanged' | 'stored' | 'resized' | 'partial' | 'planned'
  readonly before: Amounts
  readonly after: Amounts
  /** What the pods other than the balloon request: the smallest size that the node can have now. */
  readonly requested: Amounts
  readonly balloon?: { readonly pod: string; readonly from: QuantityText; readonly to: QuantityText }
  readonly notes: readonly (SizeNote | CordonFact)[]
  readonly warnings: readonly Fact[]
  /** How much smaller the node was to become: with `partial`, it got what fits. */
  readonly missing?: Amounts | undefined
  /** How what is stored for the node changes; undefined: it stays as it is, or is not known. */
  readonly stored?: StoredChange | undefined
}

/** The balloon was replaced in the meantime. The target size does not depend on the new one. */
export type Lost = { readonly outcome: 'lost'; readonly size: TargetSize }

/** What became of one node of several. */
export interface NodeOutcome {
  readonly node: string
  readonly outcome: Outcome<SizeChange>
}
