import type { ReportedConfig, ReportedFact, ReportedTrial } from '../../agent/report/report.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { describe, messageOf } from '../../message/describe.ts'
import type { Tone } from '../../message/line.ts'
import { humanDuration } from '../../quantity/age.ts'
import type { NodeState, NodeStatus } from './node-status.ts'
import { type Stuck, waysOn, waysOnOfAll } from './ways-on.ts'

/** `global 7`; without a revision, the beginning of the digest instead of it. */
export function configText(config: ReportedConfig | undefined): string {
  if (config === undefined) return '-'
  if (config.source === 'local') return 'local'
  return `${config.source} ${config.revision ?? beginning(config.digest)}`
}

/** `v1:sha256:9f86d081…` and `bytes:sha256:…` alike. */
const beginning = (digest: string): string => digest.slice(digest.lastIndexOf(':') + 1).slice(0, 8)

/** What the agent still waits for, if nothing comes between. */
export const trialLeft = (trial: ReportedTrial | undefined): string =>
  trial === undefined ? '-' : humanDuration((trial.lengthSeconds - trial.elapsedSeconds) * 1000)

/** A state that passes by itself is a warning; one that needs an operator is bad. */
export const toneOfNodeState: Readonly<Record<NodeState, Tone | undefined>> = {
  Idle: undefined,
  Good: undefined,
  Resolving: 'warn',
  Pending: 'warn',
  Applying: 'warn',
  Trial: 'warn',
  RollingBack: 'warn',
  Held: 'warn',
  Frozen: 'warn',
  Rejected: 'bad',
  RolledBack: 'bad',
  DeadEnd: 'bad',
  Drifted: 'bad',
  Failing: 'bad',
  Unreachable: 'bad',
  Stale: 'bad',
  Unreadable: 'bad',
  NoAgent: 'faint',
}

/** A report has its own text: the reason may be one that only the agent knows. */
export const messageOfWhy = (why: NonNullable<NodeStatus['why']>): string =>
  'message' in why ? why.message : messageOf(why)

/** What to do about it, as far as the agent of the node reports why; of nodes that are well, nothing. */
export function stuckOf({ node, state, why, report }: NodeStatus): Stuck | undefined {
  if (why === undefined || !('message' in why)) return undefined
  return { node: node.name, state, cause: why, assigned: report?.assigned }
}

export function hintsOf(status: NodeStatus): readonly string[] {
  const stuck = stuckOf(status)
  if (stuck !== undefined) return waysOn(stuck)
  return status.why === undefined ? [] : describe(status.why).hints
}

/** Beside a table. An opt-out, or a node without an agent, is no trouble that an agent reports. */
export const hintsOfAll = (rows: readonly NodeStatus[]): readonly string[] =>
  waysOnOfAll(rows.flatMap((row) => stuckOf(row) ?? []))

export function nodeStatusData(status: NodeStatus): Record<string, unknown> {
  const { node, state, wanted, upToDate, report, runs, why } = status
  return {
    node: node.name,
    state,
    reason: why?.reason ?? null,
    message: why === undefined ? null : messageOfWhy(why),
    hints: hintsOf(status),
    source: wanted?.source ?? null,
    document:
      wanted === undefined || wanted.source === 'local'
        ? null
        : documentRef(wanted.document, upToDate === true ? report?.assigned : undefined),
    upToDate: upToDate ?? null,
    phase: report?.phase ?? null,
    since: report?.since ?? null,
    assigned: configData(report?.assigned),
    active: configData(report?.active),
    lastKnownGood: configData(report?.lastKnownGood),
    runs: configData(runs),
    trial: report?.trial ?? null,
    trouble: report?.trouble === undefined ? null : withoutHints(report.trouble),
    optOut: report?.optOut ?? null,
    bad: report?.bad ?? [],
    shadowedByFlags: report?.shadowedByFlags ?? [],
    drifted: report?.drifted ?? null,
    allocatable: report?.allocatable ?? null,
    heartbeatAt: node.agentCondition?.heartbeatAt ?? null,
    ready: node.ready,
    kubeletVersion: node.kubeletVersion,
  }
}

const withoutHints = ({ reason, message }: ReportedFact) => ({ reason, message })

/** A text that was edited since its push, as its agent has seen, is no revision. */
const documentRef = ({ name, stamp }: StoredDocument, seen: ReportedConfig | undefined) => ({
  name,
  revision: (seen === undefined || seen.source === 'local' ? stamp.revision : seen.revision) ?? null,
})

export function configData(config: ReportedConfig | undefined): object | null {
  if (config === undefined) return null
  if (config.source === 'local') return { source: 'local', digest: null, revision: null }
  return { source: config.source, digest: config.digest, revision: config.revision ?? null }
}
