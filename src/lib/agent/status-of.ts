import { undecidedYet } from './assigned.ts'
import type { Moment } from './moment.ts'
import type { State } from './state.ts'
import type { AgentStatus } from './status.ts'

/** What the agent reports at this moment. */
export function statusOf(state: State, _moment: Moment): AgentStatus {
  const { journal } = state
  return {
    node: journal.node,
    phase: 'Resolving',
    since: journal.work.since,
    assigned: undefined,
    active: journal.active,
    lastKnownGood: journal.lastKnownGood,
    trial: undefined,
    problem: undefined,
    trouble: undecidedYet,
    optOut: undefined,
    bad: [],
    shadowedByFlags: [],
    drifted: false,
    allocatable: undefined,
    kubeletVersion: journal.kubeletVersion ?? '',
  }
}
