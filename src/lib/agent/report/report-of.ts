import { safeText } from '../../loop/events/safe-text.ts'
import { described } from '../../message/describe.ts'
import type { Fact } from '../../message/fact.ts'
import type { BadDocument, Config } from '../model/config.ts'
import type { AgentStatus } from '../status/status.ts'
import {
  type AgentReport,
  longest,
  type ReportedBad,
  type ReportedConfig,
  type ReportedFact,
  type ReportedTrial,
} from './report.ts'

export function reportOf(status: AgentStatus, agentVersion?: string): AgentReport {
  const factOf = (fact: Fact | undefined): ReportedFact | undefined => fact && reportedFact(fact)
  return {
    phase: status.phase,
    since: new Date(status.since).toISOString(),
    assigned: status.assigned && reportedConfig(status.assigned),
    active: reportedConfig(status.active),
    lastKnownGood: reportedConfig(status.lastKnownGood),
    trial: reportedTrial(status.trial),
    problem: factOf(status.problem),
    trouble: factOf(status.trouble),
    optOut: status.optOut,
    bad: status.bad.slice(0, longest.bad).map(reportedBad),
    shadowedByFlags: status.shadowedByFlags.slice(0, longest.list),
    drifted: status.drifted,
    allocatable: status.allocatable,
    kubeletVersion: status.kubeletVersion,
    followsRollouts: status.followsRollouts,
    gated: status.gated ? true : undefined,
    generation: status.generation,
    agentVersion,
  }
}

function reportedFact(fact: Fact): ReportedFact {
  const { message, hints } = described(fact)
  const reported = { reason: fact.reason, message: safeText(message) }
  return hints.length === 0
    ? reported
    : { ...reported, hints: hints.slice(0, longest.hints).map((hint) => safeText(hint, longest.hint)) }
}

const reportedBad = ({ digest, kubeletVersion, because, at }: BadDocument): ReportedBad => ({
  digest,
  kubeletVersion,
  reason: because.reason,
  message: [...safeText(described(because).message)].slice(0, longest.badMessage).join(''),
  at: new Date(at).toISOString(),
})

export function reportedConfig(config: Config): ReportedConfig {
  if (config.source === 'local') return config
  const { source, digest, uid, resourceVersion, revision } = config
  return { source, digest, uid, resourceVersion, revision }
}

export function reportedTrial(trial: AgentStatus['trial']): ReportedTrial | undefined {
  if (trial === undefined) return undefined
  const lengthSeconds = Math.round(trial.lengthMs / 1000)
  return { elapsedSeconds: Math.min(lengthSeconds, Math.floor(trial.elapsedMs / 1000)), lengthSeconds }
}
