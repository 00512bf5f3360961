import type { Fact } from '../../message/fact.ts'
import { isFailing } from '../health/ends.ts'
import type { DecisionFact } from '../model/agent-messages.ts'
import type { Announcement } from '../model/announcement.ts'
import { type Config, sameConfig } from '../model/config.ts'
import type { State } from '../state/state.ts'
import { behaviorOf } from '../states/behaviors.ts'
import type { AgentStatus } from './status.ts'
import { statusOf } from './status-of.ts'

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
    ...ofWork(before, after),
    ...when(
      isFailing(now.trouble?.reason) && !isFailing(old.trouble?.reason),
      'KubeletFailing',
      now.active,
      now.trouble,
    ),
    ...when(hasRecovered(old, now, after), 'KubeletRecovered', now.active),
    ...when(isNewlyBlocked(old, now), 'RollingBack', about, now.problem),
  ]
}

const isNewlyAssigned = ({ assigned: old }: AgentStatus, { assigned: now }: AgentStatus): boolean =>
  now !== undefined && (old === undefined || !sameConfig(old, now))

const isNewReason = (old: AgentStatus, now: AgentStatus, phase: AgentStatus['phase']): boolean =>
  now.phase === phase && (old.phase !== phase || old.problem?.reason !== now.problem?.reason)

const isNewlyBlocked = (old: AgentStatus, now: AgentStatus): boolean =>
  now.problem?.reason === blocked && old.problem?.reason !== blocked

const hasRecovered = (old: AgentStatus, now: AgentStatus, { journal }: State): boolean =>
  journal.work.kind === 'Settled' && isFailing(old.trouble?.reason) && !isFailing(now.trouble?.reason)

const blocked: DecisionFact['reason'] = 'ReturnBlocked'

function ofWork({ journal: { work: before } }: State, after: State): readonly Announcement[] {
  const { work } = after.journal
  const announced = behaviorOf(work).announced?.(work, before, after)
  return announced === undefined ? [] : [announced]
}
