import type { Decision } from '../model/decision.ts'
import type { Phase } from '../model/phase.ts'
import { optOutOf } from '../state/opted-out.ts'
import type { State } from '../state/state.ts'
import { behaviorOf } from '../states/behaviors.ts'

/** What is under way comes first; otherwise it is what becomes of the assigned configuration. */
export function phaseOf(state: State, decision: Decision): Phase {
  const { work } = state.journal
  return behaviorOf(work).phase?.(work) ?? settledPhase(state, decision)
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
