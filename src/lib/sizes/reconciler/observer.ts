import type { OnConnection } from '../../cluster/ports/collection.ts'
import type { Fact } from '../../message/fact.ts'
import type { Failure } from '../../message/failure.ts'
import type { Action } from '../desired/reconcile.ts'
import type { Restored } from './carry-out.ts'

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
