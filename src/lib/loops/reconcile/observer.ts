import type { Fact } from '../../fact.ts'
import type { Failure } from '../../failure.ts'
import type { Restored } from '../../flows/sizes/reconcile/carry-out.ts'
import type { OnConnection } from '../../ports/collection.ts'
import type { Action } from '../../reconcile/reconcile.ts'

/** What a reconciler does, for its log, its metrics and the Events. */
export interface Observer {
  /** Each decision; undefined: the node or its wish is gone. `wish` is the text of the wish. */
  decided(node: string, decision: { readonly action: Action; readonly wish: string } | undefined): void
  did(restored: Restored): void
  /** A cordon that another process left behind was undone. */
  uncordoned(fact: Fact): void
  /** `count`: of failures in a row. */
  failed(node: string, failure: Failure, count: number): void
  /** All nodes were looked at. */
  passed(): void
  passFailed(because: Fact): void
  /** Whether a policy denies what the reconciler may not write. */
  limited(isLimited: boolean): void
  /** All collections have been read. */
  synced(): void
  readonly connection: OnConnection
}
