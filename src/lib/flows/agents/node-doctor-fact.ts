import type { Phase } from '../../agent/model/phase.ts'
import type { ReportedConfig, ReportedFact } from '../../agent/report/report.ts'
import type { Subject } from '../../fact.ts'
import type { AccountFact } from './account-fact.ts'
import type { NodeState } from './node-status.ts'

/** What a user must be allowed for a command. */
export interface Right {
  readonly command: 'push' | 'status' | 'effective' | 'opt-out'
  readonly verb: string
  /** With its subresource. */
  readonly resource: string
}

/** What the cluster shows about a node and its agent. The subject is the node. */
export type NodeDoctorFact =
  | AccountFact
  | { readonly reason: 'KubeletSupported'; readonly subject: Subject; readonly kubeletVersion: string }
  | { readonly reason: 'NodeUnready'; readonly subject: Subject }
  | {
      readonly reason: 'AgentHeard'
      readonly subject: Subject
      readonly phase: Phase
      readonly secondsAgo: number
      readonly agentVersion: string | undefined
    }
  /** Not that of this program. */
  | {
      readonly reason: 'AgentOfOtherVersion'
      readonly subject: Subject
      readonly agentVersion: string
      readonly own: string
    }
  /** Why the kubelet does not run what it should. */
  | {
      readonly reason: 'AgentHasProblem'
      readonly subject: Subject
      readonly phase: Phase
      readonly problem: ReportedFact
      readonly assigned: ReportedConfig | undefined
    }
  /** It tried to write what the policy denies, as a dry run, and could. */
  | { readonly reason: 'AgentNotLimited'; readonly subject: Subject }
  | { readonly reason: 'AgentHasTrouble'; readonly subject: Subject; readonly trouble: ReportedFact }
  /** Seconds by which the clock of the node is ahead of that of the API server. */
  | { readonly reason: 'NodeClockRight'; readonly subject: Subject; readonly aheadSeconds: number }
  | { readonly reason: 'NodeClockWrong'; readonly subject: Subject; readonly aheadSeconds: number }
  | { readonly reason: 'OwnClockWrong'; readonly aheadSeconds: number; readonly subject?: undefined }
  | {
      readonly reason: 'DocumentAssigned'
      readonly subject: Subject
      readonly name: string
      readonly revision: number | undefined
    }
  /** While its document is not proven. */
  | {
      readonly reason: 'KubeletRuns'
      readonly subject: Subject
      readonly state: NodeState
      readonly config: ReportedConfig
    }
  | { readonly reason: 'NoDocumentAssigned'; readonly subject: Subject }
  | { readonly reason: 'GlobalNotForNode'; readonly subject: Subject }
  | { readonly reason: 'NameAlmostRight'; readonly subject: Subject; readonly meant: string }
  | { readonly reason: 'PoliciesThere'; readonly subject?: undefined }
  | { readonly reason: 'PoliciesMissing'; readonly names: readonly string[]; readonly subject?: undefined }
  | { readonly reason: 'RightsThere'; readonly commands: readonly string[]; readonly subject?: undefined }
  /** All of one command. */
  | {
      readonly reason: 'RightsMissing'
      readonly command: Right['command']
      readonly rights: readonly Right[]
      readonly subject?: undefined
    }
  /** It may not be read. */
  | { readonly reason: 'NotLookedAt'; readonly what: 'lease' | 'documents' | 'policies'; readonly subject?: undefined }
