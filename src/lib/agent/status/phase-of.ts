import type { Decision } from '../decide/decide.ts'
import type { Phase } from '../model/phase.ts'
import { optOutOf } from '../state/opted-out.ts'
import type { State } from '../state/state.ts'

/** What is under way comes first; otherwise it is what becomes of the assigned configuration. */
function phaseOf(state: State, decision: Decision): Phase {
  const { work } = state.journal
  switch (work.kind) {
    case 'Applying':
      // Until the pods of the node are noted, it may come to nothing, again and again.
      if (work.stage === 'noting') return work.instead?.kind ?? 'Resolving'
      return work.restarts ? 'Applying' : 'Trial'
    case 'Trial':
    case 'RollingBack':
    case 'DeadEnd':
      return work.kind
    case 'Settled':
      return settledPhase(state, decision)
  }
}

function settledPhase(state: State, decision: Decision): Phase {
  switch (decision.kind) {
    case 'frozen':
      return 'Frozen'
    case 'in-force':
      if (optOutOf(state) !== undefined) return 'Frozen'
      return state.assigned.key === 'local' ? 'Idle' : 'Good'
    case 'rejected':
      return 'Rejected'
    case 'held':
      return 'Held'
    case 'rolled-back':
      return 'RolledBack'
    case 'wait':
    case 'examine':
    case 'prove':
    case 'go-back':
    case 'apply':
      return 'Resolving'
  }
}

export function withPhase(state: State, decision: Decision): State {
  const name = phaseOf(state, decision)
  const { work } = state.journal
  const since = work.kind === 'Settled' ? state.at.wallMs : work.since
  return name === state.phase.name ? state : { ...state, phase: { name, since } }
}
