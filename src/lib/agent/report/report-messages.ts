import type { Fact } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'
import type { Phrase } from '../../message/phrase.ts'
import type { Announcement } from '../model/announcement.ts'
import type { Phase } from '../model/phase.ts'
import type { ReportedConfig, ReportedTrial } from './report.ts'

/** Why the annotation of an agent cannot be read: users may edit it, and a newer agent may have written it. */
export type ReportFact =
  | FactOf<typeof ReportTooLong>
  | FactOf<typeof ReportNotJson>
  | FactOf<typeof ReportVersionUnknown>
  | FactOf<typeof ReportFieldsInvalid>

/** What an agent reports of its node. */
export type StatusFact =
  | AgentPhase
  | AgentAnnouncement
  | FactOf<typeof LiveFileDrifted>
  | FactOf<typeof ShadowedByFlags>

export type AgentPhase = FactOf<typeof AgentPhase>

export type AgentAnnouncement = FactOf<typeof AgentAnnouncement>

export const ReportTooLong = message(
  'ReportTooLong',
  ({ characters, longest }: { characters: number; longest: number }) =>
    `the report of the agent has ${characters} characters, and at most ${longest} are read`,
)

export const ReportNotJson = message('ReportNotJson', () => 'the report of the agent is not a JSON object')

export const ReportVersionUnknown = message(
  'ReportVersionUnknown',
  ({ version }: { version: string }) => `the report of the agent has an unknown version: '${version}'`,
)

/** Fields that are missing or have another type, as paths. */
export const ReportFieldsInvalid = message(
  'ReportFieldsInvalid',
  ({ fields }: { fields: readonly string[] }) => `the report of the agent has invalid fields: ${namesIn(fields)}`,
)

export const LiveFileDrifted = message(
  'LiveFileDrifted',
  () => "another program changed the kubelet's configuration file: the kubelet will read that at its next start",
)

export const ShadowedByFlags = message(
  'ShadowedByFlags',
  ({ fields }: { fields: readonly string[] }) => `flags of the kubelet have other values for ${namesIn(fields)}`,
)

export const AgentPhase = message(
  'AgentPhase',
  (now: {
    phase: Phase
    assigned: ReportedConfig | undefined
    active: ReportedConfig
    lastKnownGood: ReportedConfig
    trial: ReportedTrial | undefined
  }): Phrase => phaseTexts[now.phase]({ reason: 'AgentPhase', ...now }),
)

export const AgentAnnouncement = message(
  'AgentAnnouncement',
  ({
    kind,
    config,
    because,
  }: {
    kind: Announcement['kind']
    config: ReportedConfig
    because: Fact | undefined
  }): Phrase => ({ said: announcementTexts[kind](configWords(config)), because }),
)

const phaseTexts: Readonly<Record<Phase, (now: AgentPhase) => string>> = {
  Idle: () => "no document is assigned: the kubelet runs with the node's own configuration",
  Resolving: ({ active }) => `reading the assigned configuration; the kubelet runs with ${configWords(active)}`,
  Rejected: ({ assigned, active }) =>
    `${configWords(assigned)} was refused; the kubelet runs with ${configWords(active)}`,
  Held: ({ assigned, active }) => `${configWords(assigned)} is held; the kubelet runs with ${configWords(active)}`,
  Applying: ({ assigned }) => `applying ${configWords(assigned)}`,
  Trial: ({ active, trial }) => `the kubelet runs with ${configWords(active)} on trial${timeOf(trial)}`,
  Good: ({ active }) => `the kubelet runs with ${configWords(active)}`,
  RollingBack: ({ assigned, lastKnownGood }) =>
    `rolling back ${configWords(assigned)} to ${configWords(lastKnownGood)}`,
  RolledBack: ({ assigned, active }) =>
    `${configWords(assigned)} was rolled back; the kubelet runs with ${configWords(active)}`,
  DeadEnd: ({ assigned }) =>
    `neither ${configWords(assigned)} nor the last known good configuration gave a healthy kubelet; the agent stopped trying`,
  Frozen: ({ active }) => `the node has opted out; the kubelet runs with ${configWords(active)}`,
}

const announcementTexts: Readonly<Record<AgentAnnouncement['kind'], (config: string) => string>> = {
  Assigned: (config) => `${config} is assigned`,
  Applying: (config) => `the kubelet restarts to run with ${config}`,
  TrialPassed: (config) => `${config} passed its trial and is the last known good configuration`,
  RollingBack: (config) => `rolling back ${config}`,
  RolledBack: (config) => `${config} was rolled back`,
  Rejected: (config) => `${config} was refused`,
  Held: (config) => `${config} is held`,
  OptedOut: (config) => `the node has opted out; the kubelet runs with ${config}`,
  Drifted: () => 'another program changed the configuration file of the kubelet',
  KubeletFailing: (config) => `the kubelet does not stay up with ${config}, which was not changed`,
  KubeletRecovered: (config) => `the kubelet stays up again with ${config}`,
  OptedIn: () => 'the node no longer opts out',
  DeadEnd: (config) =>
    `${config} was rolled back, but the kubelet is not healthy without it either; the agent stopped trying`,
}

const timeOf = (trial: AgentPhase['trial']): string => (trial === undefined ? '' : ` for ${trial.lengthSeconds}s`)

export function configWords(config: ReportedConfig | undefined): string {
  if (config === undefined) return 'the assigned configuration'
  if (config.source === 'local') return "the node's own configuration"
  const revision = config.revision === undefined ? '' : ` (revision ${config.revision})`
  return `${config.source === 'node' ? "the node's document" : 'the global document'}${revision}`
}
