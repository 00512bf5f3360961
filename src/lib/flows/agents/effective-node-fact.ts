import type { ReportFact } from '../../agent/report/report-fact.ts'
import type { Fact, Subject } from '../../fact.ts'
import type { Said } from '../../failure.ts'

/** Why the configuration of a kubelet cannot be read from the cluster. The subject is the node. */
export type ConfigzFact =
  /** The user may not get nodes/proxy. `user`: as the API server knows them; undefined when it does not say. */
  | { readonly reason: 'ConfigzForbidden'; readonly subject: Subject; readonly user: string | undefined }
  /** The kubelet did not answer. */
  | {
      readonly reason: 'KubeletSilent'
      readonly subject: Subject
      readonly ready: boolean
      readonly because: Fact | Said
    }
  /** It answered with something else. */
  | { readonly reason: 'ConfigzUnreadable'; readonly subject: Subject }

/** What to know about where values come from. The subject is the node. */
export type OriginsFact =
  /** Some come from files or flags of the node. */
  | { readonly reason: 'OriginsOnNode'; readonly subject: Subject }
  /** No agent reports, so no document is applied. */
  | { readonly reason: 'NoAgentApplies'; readonly subject: Subject }
  /** Nothing was heard of the agent for long: it may run another document by now. */
  | { readonly reason: 'AgentNotHeard'; readonly subject: Subject }
  /** It is not known which document the kubelet runs. */
  | { readonly reason: 'ActiveNotKnown'; readonly subject: Subject; readonly because: ReportFact }
  /** Neither stored nor in the history. */
  | { readonly reason: 'ActiveTextGone'; readonly subject: Subject; readonly revision: number | undefined }

export type EffectiveNodeFact = ConfigzFact | OriginsFact
