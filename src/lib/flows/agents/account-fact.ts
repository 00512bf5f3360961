import type { OptOut } from '../../agent/model/opt-out.ts'
import type { Subject } from '../../fact.ts'

/** What a cluster shows of a node whose agent does not. The subject is the node. */
export type AccountFact =
  /** No agent reports of it. */
  | { readonly reason: 'AgentNotThere'; readonly subject: Subject }
  /** `secondsAgo`: since it was heard last; undefined: never. */
  | { readonly reason: 'AgentSilent'; readonly subject: Subject; readonly secondsAgo: number | undefined }
  | { readonly reason: 'AgentOptedOut'; readonly subject: Subject; readonly optOut: OptOut }
  /** Ready is Unknown. */
  | { readonly reason: 'KubeletNotHeard'; readonly subject: Subject }
  /** The agent does not know what is stored now. */
  | { readonly reason: 'DocumentNotSeen'; readonly subject: Subject }
