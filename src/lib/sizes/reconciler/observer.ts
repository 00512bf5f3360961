import type { OnConnection } from '../../cluster/ports/collection.ts'
import type { ControllerObserver } from '../../loop/controller/controller.ts'
import type { Fact } from '../../message/fact.ts'
import type { Action } from '../desired/reconcile.ts'
import type { Restored } from './carry-out.ts'

/** What a reconciler does, for its log, its metrics and the Events. */
export interface ReconcilerObserver extends ControllerObserver {
  /** Each decision; undefined: the node or its desired size is gone. `desired` is the text of the desired size. */
  decided(node: string, decision: { readonly action: Action; readonly desired: string } | undefined): void
  did(restored: Restored): void
  /** A cordon that another process left behind was undone. */
  uncordoned(fact: Fact): void
  /** Whether a policy denies what the reconciler may not write. */
  limited(isLimited: boolean): void
  /** All collections have been read. */
  synced(): void
  readonly connection: OnConnection
}
