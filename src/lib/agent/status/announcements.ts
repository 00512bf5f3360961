import type { Fact } from '../../message/fact.ts'
import { isFailing } from '../health/ends.ts'
import type { Work } from '../journal/work.ts'
import { AppliedWithWarnings, type DecisionFact, SandboxesNotProven } from '../model/agent-messages.ts'
import { type Config, sameConfig } from '../model/config.ts'
import type { Verdict } from '../model/verdict.ts'
import type { State } from '../state/state.ts'
import type { AgentStatus } from './status.ts'
import { statusOf } from './status-of.ts'

/** A transition that people are told of: an Event of the Node, a line of the log. */
export interface Announcement {
  readonly kind: (typeof announcementKinds)[number]
  /** What it is about. */
  readonly config: Config
  readonly because: Fact | undefined
}

export const announcementKinds = [
  'Assigned',
  'Rejected',
  'Held',
  'Applying',
  'TrialPassed',
  'RollingBack',
  'RolledBack',
  'DeadEnd',
  'OptedOut',
  'OptedIn',
  'Drifted',
  'KubeletFailing',
  'KubeletRecovered',
] as const

/** What happened between two states, in order. */
export function announcements(before: State, after: State): readonly Announcement[] {
  if (before === after) return []
  const [old, now] = [statusOf(before), statusOf(after)]
  const about = now.assigned ?? now.active
  const when = (
    happened: boolean,
    kind: Announcement['kind'],
    config: Config,
    because?: Fact,
  ): readonly Announcement[] => (happened ? [{ kind, config, because }] : [])
  return [
    ...when(old.optOut === undefined && now.optOut !== undefined, 'OptedOut', now.active),
    ...when(old.optOut !== undefined && now.optOut === undefined, 'OptedIn', now.active),
    ...when(isNewlyAssigned(old, now), 'Assigned', about),
    ...when(!old.drifted && now.drifted, 'Drifted', now.active),
    ...when(isNewReason(old, now, 'Rejected'), 'Rejected', about, now.problem),
    ...when(isNewReason(old, now, 'Held'), 'Held', about, now.problem),
    ...workAnnouncements(before, after),
    ...when(
      isFailing(now.trouble?.reason) && !isFailing(old.trouble?.reason),
      'KubeletFailing',
      now.active,
      now.trouble,
    ),
    ...when(hasRecovered(before, after), 'KubeletRecovered', now.active),
    ...when(isNewlyBlocked(old, now), 'RollingBack', about, now.problem),
  ]
}

const isNewlyAssigned = ({ assigned: old }: AgentStatus, { assigned: now }: AgentStatus): boolean =>
  now !== undefined && (old === undefined || !sameConfig(old, now))

const isNewReason = (old: AgentStatus, now: AgentStatus, phase: AgentStatus['phase']): boolean =>
  now.phase === phase && (old.phase !== phase || old.problem?.reason !== now.problem?.reason)

const isNewlyBlocked = (old: AgentStatus, now: AgentStatus): boolean =>
  now.problem?.reason === blocked && old.problem?.reason !== blocked

const hasRecovered = (before: State, after: State): boolean =>
  after.journal.work.kind === 'Settled' &&
  isFailing(statusOf(before).trouble?.reason) &&
  !isFailing(statusOf(after).trouble?.reason)

const blocked: DecisionFact['reason'] = 'ReturnBlocked'

/** A change is announced when nothing stands in its way any more. */
const begins = (work: Work): boolean => work.kind === 'Applying' && work.restarts && work.stage !== 'noting'

/** An Event is short. */
const mostWarnings = 5

function warned(verdict: Verdict | undefined): DecisionFact | undefined {
  const warnings = verdict?.kind === 'usable' ? verdict.warnings.slice(0, mostWarnings) : []
  return warnings.length === 0 ? undefined : AppliedWithWarnings({ warnings })
}

function workAnnouncements({ journal: old }: State, { journal: now, examined }: State): readonly Announcement[] {
  const verdict = examined?.verdict
  const [was, work] = [old.work, now.work]
  if (work.kind === 'Applying')
    return begins(work) && !begins(was) ? [{ kind: 'Applying', config: work.config, because: warned(verdict) }] : []
  if (was.kind === work.kind) return []
  switch (work.kind) {
    case 'Trial':
      return []
    case 'RollingBack':
      return [{ kind: 'RollingBack', config: work.from, because: work.because }]
    case 'DeadEnd':
      return [{ kind: 'DeadEnd', config: work.from, because: work.because }]
    case 'Settled':
      if (was.kind === 'RollingBack') return [{ kind: 'RolledBack', config: was.from, because: was.because }]
      return was.kind === 'Trial' && sameConfig(was.config, now.lastKnownGood) && now.provenBy === now.kubeletVersion
        ? [{ kind: 'TrialPassed', config: was.config, because: was.concernsSandboxes ? notProven : undefined }]
        : []
  }
}

const notProven: DecisionFact = SandboxesNotProven()
