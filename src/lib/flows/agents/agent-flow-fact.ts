import type { ReportedConfig, ReportedFact } from '../../agent/report/report.ts'
import type { ReportFact } from '../../agent/report/report-fact.ts'
import type { Fact, Subject } from '../../fact.ts'
import type { Said } from '../../failure.ts'
import type { NodeState } from './node-status.ts'

/** What operators learn of the agents on nodes. */
export type AgentFlowFact =
  | WaitFact
  | ControlFact
  | { readonly reason: 'DocumentsNotVisible'; readonly because: Fact | Said }
  /** So what is to be waited for is not known. */
  | { readonly reason: 'DocumentsNotReadable' }

/** What operators learn when they write something to a Node for its agent. The subject is the node. */
export type ControlFact =
  /** No agent reports of these nodes. */
  | { readonly reason: 'AgentsNotThereYet'; readonly nodes: readonly string[]; readonly subject?: undefined }
  /** The file on the node wins over the annotation. */
  | { readonly reason: 'OptedOutOnNode'; readonly subject: Subject }
  | { readonly reason: 'BadDocumentNotFound'; readonly subject: Subject; readonly digest: string }
  | {
      readonly reason: 'BadDocumentAmbiguous'
      readonly subject: Subject
      readonly digest: string
      readonly digests: readonly string[]
    }

/** What has been done, and is waited for. */
export type WaitFor = 'push' | 'delete' | 'opt-out' | 'opt-in' | 'status'

/** What became of a wait for kubelets. */
export type WaitFact =
  | NodeWaitFact
  /** Nodes with the same outcome, each with its fact. */
  | ({ readonly reason: 'KubeletsNotRunning' } & WaitedNodes)
  /** The operator ended the wait; the nodes as they were seen last. */
  | ({ readonly reason: 'WaitEnded' } & WaitedNodes)
  /** Nodes of which the same is said; with `isSame`, in every word. */
  | {
      readonly reason: 'KubeletsAlike'
      readonly subject?: undefined
      readonly nodes: readonly string[]
      readonly first: NodeWaitFact
      readonly isSame: boolean
    }
  /** No node is concerned, or each is skipped for a reason. */
  | { readonly reason: 'NothingToWaitFor'; readonly nodes: readonly NodeWaitFact[] }

interface WaitedNodes {
  readonly after: WaitFor
  readonly waited: number
  readonly nodes: readonly NodeWaitFact[]
}

/** What became of the wait for one kubelet. The subject is the node. */
export type NodeWaitFact =
  | { readonly reason: 'AgentMissing'; readonly subject: Subject }
  | { readonly reason: 'ReportUnreadable'; readonly subject: Subject; readonly because: ReportFact }
  /** The agent refused the document, holds it, or has put back another one. */
  | ({
      readonly reason: 'DocumentRejected' | 'DocumentHeld' | 'DocumentRolledBack' | 'NoHealthyKubelet'
    } & ReportedWait)
  /** Another document was stored meanwhile, and the agent has seen that one. */
  | { readonly reason: 'DocumentReplaced'; readonly subject: Subject }
  /** As it was seen last. */
  | ({ readonly reason: 'KubeletNotConfirmed' } & ReportedWait)
  /** Not waited for. */
  | { readonly reason: 'NodeOptedOut'; readonly subject: Subject }
  | { readonly reason: 'NodeGone'; readonly subject: Subject }

interface ReportedWait {
  readonly subject: Subject
  readonly state: NodeState
  readonly cause: ReportedFact | undefined
  /** What the agent was to apply. */
  readonly assigned?: ReportedConfig | undefined
}
