import type { StoredDocument } from '../../documents/stored-document.ts'
import type { Target } from '../../documents/target.ts'
import type { Risk } from '../../kubelet/changes/disruption.ts'
import type { Fact } from '../../message/fact.ts'
import type { Failure } from '../../message/failure.ts'
import type { Outcome } from '../../ports/outcomes.ts'
import type { ChangeForNodes } from '../change/change-for-nodes.ts'
import type { HistoryPlan } from './keep-history.ts'
import type { FilesToPush } from './push-files.ts'

export interface PushRequest extends FilesToPush {
  readonly message?: string | undefined
  /** Refuse documents with warnings. */
  readonly strict?: boolean
  /** Rules whose warnings are ignored. */
  readonly ignore?: readonly string[]
  /** Accepted disruptions beyond the restart of a kubelet. */
  readonly acceptedRisks: readonly Risk[]
  /** Store documents for typed names of nodes that do not exist. */
  readonly allowUnknownNode?: boolean
  /** Store documents over those that another tool applies. */
  readonly forceConflicts?: boolean | undefined
}

/** What would be written for one target. */
export interface PushStep extends ChangeForNodes {
  /** The name of the file in messages. */
  readonly file: string
  readonly target: Target
  /** A push that accepts a risk for a stored text updates only its annotations. */
  readonly action: 'create' | 'update' | 'unchanged'
  readonly body: string
  readonly replaces: StoredDocument | undefined
  /** Whether the document that it replaces was edited by hand since its push. */
  readonly edited: boolean
  /** Whether a kubelet sees a difference: other bytes can mean the same. */
  readonly effect: 'changes' | 'none'
  /** No pod would end, as far as the API shows it: agents look again, and hold it otherwise. */
  readonly isLeftToAgents: boolean
  /** It is stored whatever kubelets say of it: a webhook may know other nodes than this plan. */
  readonly isUnvalidated: boolean
  /** The risks that it accepts, where nothing else changes: agents may have held the text for them. */
  readonly accepts: readonly Risk[]
  /** undefined when no kubelet can decode it. */
  readonly digest: string | undefined
  readonly revision: number
  readonly history: HistoryPlan
  /** Nodes that would get it after all writes of the plan. */
  readonly nodes: readonly string[]
}

/** A target of which nothing can be pushed, which does not stop the others. */
export interface LeftOut {
  readonly target: Target
  readonly failure: Failure
}

export interface PushPlan {
  /** In the order of the files, and the global document last: see applyPush. */
  readonly steps: readonly PushStep[]
  readonly message: string | undefined
  /** Stored with each document, for the agents. */
  readonly acceptedRisks: readonly Risk[]
  /** The name of the user at the API server, which is stored with the document. */
  readonly by: Outcome<string>
  /** Of a rollback. */
  readonly leftOut?: readonly LeftOut[]
  /** Good to know, and expected. */
  readonly notes: readonly Fact[]
  readonly warnings: readonly Fact[]
  /** Why the plan must not be applied: risks that are not accepted. */
  readonly refusal: Failure | undefined
}
