import type { Phase } from '../agent/model/phase.ts'
import type { ReportedConfig } from '../agent/report/report.ts'
import type { AgentAnnouncement, AgentPhase, ReportFact, StatusFact } from '../agent/report/report-fact.ts'
import { namesIn } from './names-in.ts'
import type { Vocabulary } from './phrase.ts'

export const reportWords: Vocabulary<StatusFact | ReportFact> = {
  AgentPhase: (now) => phaseTexts[now.phase](now),
  AgentAnnouncement: ({ kind, config, because }) => ({ said: announcementTexts[kind](configWords(config)), because }),
  LiveFileDrifted: () =>
    "another program changed the kubelet's configuration file: the kubelet will read that at its next start",
  ShadowedByFlags: ({ fields }) => `flags of the kubelet have other values for ${namesIn(fields)}`,
  ReportTooLong: ({ characters, longest }) =>
    `the report of the agent has ${characters} characters, and at most ${longest} are read`,
  ReportNotJson: () => 'the report of the agent is not a JSON object',
  ReportVersionUnknown: ({ version }) => `the report of the agent has an unknown version: '${version}'`,
  ReportFieldsInvalid: ({ fields }) => `the report of the agent has invalid fields: ${namesIn(fields)}`,
}

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

const timeOf = (trial: AgentPhase['trial']): string =>
  trial === undefined ? '' : `, ${trial.elapsedSeconds}s of ${trial.lengthSeconds}s`

export function configWords(config: ReportedConfig | undefined): string {
  if (config === undefined) return 'the assigned configuration'
  if (config.source === 'local') return "the node's own configuration"
  const revision = config.revision === undefined ? '' : ` (revision ${config.revision})`
  return `${config.source === 'node' ? "the node's document" : 'the global document'}${revision}`
}
