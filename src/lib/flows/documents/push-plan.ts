import type { StoredDocument } from '../../documents/stored-document.ts'
import type { Target } from '../../documents/target.ts'
import type { Fact } from '../../fact.ts'
import type { Failure } from '../../failure.ts'
import type { Risk } from '../../kubelet-changes/disruption.ts'
import type { Source } from '../files/one-document.ts'
import type { Outcome } from '../outcome.ts'
import type { ChangeForNodes } from './change-for-nodes.ts'

export interface PushRequest extends Source {
  readonly targets: readonly Target[]
  readonly message?: string | undefined
  readonly skipValidation: boolean
  /** Disruptions that somebody takes care of, beyond the restart of a kubelet. */
  readonly acceptedRisks: readonly Risk[]
}

/** What is to be written to one target. */
export interface PushStep extends ChangeForNodes {
  readonly target: Target
  readonly action: 'create' | 'update' | 'unchanged'
  readonly body: string
  readonly replaces: StoredDocument | undefined
  /** Was what it replaces edited by hand since it was pushed? */
  readonly edited: boolean
  /** Would a kubelet see a difference? Other bytes can mean the same. */
  readonly effect: 'changes' | 'none'
  /** undefined when no kubelet can decode it. */
  readonly digest: string | undefined
  readonly revision: number
  /** Nodes that would get it. */
  readonly nodes: readonly string[]
}

export interface PushPlan {
  readonly steps: readonly PushStep[]
  readonly message: string | undefined
  /** The name that the server knows us by, which is stored with the document. */
  readonly by: Outcome<string>
  /** What the operator may not expect, and is right. */
  readonly notes: readonly Fact[]
  readonly warnings: readonly Fact[]
  /** Why it is not to be walked: risks that nobody has accepted. */
  readonly refusal: Failure | undefined
}
