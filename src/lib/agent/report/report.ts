import { longestMessage } from '../../loop/events/safe-text.ts'
import { outputVersion } from '../../names.ts'
import type { Config, DocumentSource } from '../model/config.ts'
import type { OptOut } from '../model/opt-out.ts'
import type { Phase } from '../model/phase.ts'

/**
 * What the annotation of a Node says, for readers of any version: facts are a reason and a message here, because a reader
 * may not know them. It has nothing that changes all the time, so that it is rarely written.
 */
export interface AgentReport {
  readonly phase: Phase
  /** RFC 3339: when the phase began. */
  readonly since: string
  /** undefined: not read yet. */
  readonly assigned: ReportedConfig | undefined
  readonly active: ReportedConfig
  readonly lastKnownGood: ReportedConfig
  /** Only in Trial; `elapsedSeconds` is of the time of the report: it goes on while there is no problem. */
  readonly trial: ReportedTrial | undefined
  /** Why the assigned configuration is not the active one. */
  readonly problem: ReportedFact | undefined
  /** A problem that does not change what runs. */
  readonly trouble: ReportedFact | undefined
  readonly optOut: OptOut | undefined
  /** Documents that are not tried again, the newest first. */
  readonly bad: readonly ReportedBad[]
  readonly shadowedByFlags: readonly string[]
  readonly drifted: boolean
  /** Allocatable to come, while a change is held or applied. */
  readonly allocatable: Readonly<Record<string, string>> | undefined
  readonly kubeletVersion: string
  /** Of the program. */
  readonly agentVersion?: string | undefined
  /** The agent follows rollouts; undefined: it is of a version that reads the global document itself. */
  readonly followsRollouts?: boolean | undefined
  /** A rollout decides what the global document is for this node. */
  readonly gated?: boolean | undefined
  /** The number of what a rollout gives the node, where that is no document: a document has it as its version. */
  readonly generation?: number | undefined
  /** Whether the policy denied what an agent must not write, when it was tried last; undefined: it was not. */
  readonly policyEnforced?: boolean | undefined
}

export type ReportedConfig =
  | Extract<Config, { source: 'local' }>
  | {
      readonly source: DocumentSource
      readonly digest: string
      readonly uid: string
      readonly resourceVersion: string
      /** undefined when another client wrote the document. */
      readonly revision: number | undefined
    }

export interface ReportedTrial {
  readonly elapsedSeconds: number
  readonly lengthSeconds: number
}

export interface ReportedFact {
  /** CamelCase. */
  readonly reason: string
  readonly message: string
  /** What to do about it; undefined: the agent knows nothing. */
  readonly hints?: readonly string[] | undefined
}

export interface ReportedBad extends ReportedFact {
  readonly digest: string
  readonly kubeletVersion: string
  /** RFC 3339: when it was rolled back. */
  readonly at: string
}

/** Limits of one report: a hostile reader of the Node's annotations, and etcd, get no more. */
export const longest = {
  message: longestMessage,
  name: 253,
  list: 100,
  hints: 4,
  hint: 512,
  bad: 10,
  badMessage: 200,
  report: 32_768,
} as const

export const reportKind = 'AgentReport'

/** The value of the annotation. The same report always gives the same text. */
export const writeReport = (report: AgentReport): string =>
  JSON.stringify({ apiVersion: outputVersion, kind: reportKind, ...report })
