import type { Fact } from '../../fact.ts'
import type { Phase } from '../model/phase.ts'
import type { Announcement } from '../status/announcements.ts'
import type { ReportedConfig, ReportedTrial } from './report.ts'

/** Why the annotation of an agent cannot be read: users may edit it, and a newer agent may have written it. */
export type ReportFact =
  | { readonly reason: 'ReportTooLong'; readonly characters: number; readonly longest: number }
  | { readonly reason: 'ReportNotJson' }
  | { readonly reason: 'ReportVersionUnknown'; readonly version: string }
  /** Fields that are missing or have another type, as paths. */
  | { readonly reason: 'ReportFieldsInvalid'; readonly fields: readonly string[] }

/** What an agent reports of its node. */
export type StatusFact =
  | AgentPhase
  | AgentAnnouncement
  | { readonly reason: 'LiveFileDrifted' }
  | { readonly reason: 'ShadowedByFlags'; readonly fields: readonly string[] }

export interface AgentPhase extends Fact {
  readonly reason: 'AgentPhase'
  readonly phase: Phase
  readonly assigned: ReportedConfig | undefined
  readonly active: ReportedConfig
  readonly lastKnownGood: ReportedConfig
  readonly trial: ReportedTrial | undefined
}

export interface AgentAnnouncement extends Fact {
  readonly reason: 'AgentAnnouncement'
  readonly kind: Announcement['kind']
  readonly config: ReportedConfig
  readonly because: Fact | undefined
}
