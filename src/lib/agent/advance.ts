import type { Fact } from '../message/fact.ts'
import { beginApplying, beginProving, leaveBad, stopWhenOptedOut } from './change/applying.ts'
import { hasContentOf } from './change/drift.ts'
import { goBack } from './change/going-back.ts'
import { returnDone } from './change/rolling-back.ts'
import { endWhenOptedOut } from './change/trial.ts'
import { assignedTo, keyOf } from './decide/assigned.ts'
import { decide } from './decide/decide.ts'
import type { RollingBack } from './journal/work.ts'
import { type DecisionFact, TrialSuperseded } from './model/agent-messages.ts'
import { sameConfig } from './model/config.ts'
import type { State } from './state/state.ts'
import { withJournal } from './state/state.ts'

/** What follows from what is known, now that nothing is under way. */
export function advance(state: State): State {
  const { work, chores } = state.journal
  switch (work.kind) {
    case 'Applying':
      return stopWhenOptedOut(state, work)
    case 'RollingBack':
      return isWritten(work, state) ? returnDone(state, work) : state
    case 'Trial': {
      const ended = endWhenOptedOut(state, work)
      return ended === state ? choose(adopt(state)) : ended
    }
    case 'Settled':
    case 'DeadEnd':
      return chores.length > 0 ? state : choose(adopt(state))
  }
}

/** The rescue, or somebody, wrote it already: a full disk does not matter then. */
const isWritten = (work: RollingBack, { seen }: State): boolean =>
  work.stage === 'writing' && seen.live !== undefined && hasContentOf(seen.live, work.to)

function choose(state: State): State {
  const decision = decide(state)
  switch (decision.kind) {
    case 'apply':
      return beginApplying(state, decision)
    case 'prove':
      return beginProving(state)
    case 'go-back': {
      const { work } = state.journal
      const because: DecisionFact = TrialSuperseded()
      return work.kind === 'Trial'
        ? goBack(state, work, { because: because satisfies Fact, verdict: 'none' })
        : leaveBad(state)
    }
    case 'frozen':
    case 'wait':
    case 'examine':
    case 'in-force':
    case 'rejected':
    case 'held':
    case 'rolled-back':
      return state
  }
}

/** Notes since when the assigned configuration means what it means now. */
export function noteAssigned(state: State): State {
  const key = keyOf(assignedTo(state))
  return key === state.assigned.key ? state : { ...state, assigned: { key, since: state.at.uptimeMs } }
}

/** The same meaning in another object, or another revision: only what is reported changes, not the bytes that run. */
function adopt(state: State): State {
  const { active, lastKnownGood, work } = state.journal
  if (active.source === 'local') return state
  const assigned = assignedTo(state)
  if (assigned.kind !== 'config' || assigned.config.source === 'local' || assigned.config === active) return state
  const { checkpoint } = active
  const adopted = { ...assigned.config, checkpoint }
  const isSame = sameConfig(active, adopted) || assigned.config.checkpoint === checkpoint
  if (!isSame || JSON.stringify(active) === JSON.stringify(adopted)) return state
  return withJournal(state, {
    active: adopted,
    ...(sameConfig(lastKnownGood, active) && { lastKnownGood: adopted }),
    ...(work.kind === 'Trial' && { work: { ...work, config: adopted } }),
  })
}
