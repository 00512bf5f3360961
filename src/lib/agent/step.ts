import { complete, isSame } from './complete.ts'
import { assignedTo, keyOf } from './decide/assigned.ts'
import { decide } from './decide/decide.ts'
import { badEntry } from './journal/bad.ts'
import { isChanging } from './journal/work.ts'
import { TrialSuperseded } from './model/agent-messages.ts'
import { sameConfig } from './model/config.ts'
import type { Decision } from './model/decision.ts'
import type { Effect } from './model/effect.ts'
import type { Event } from './model/event.ts'
import { observe } from './observe.ts'
import { isDue, withoutUnwanted } from './state/backoff.ts'
import { connectingEffect } from './state/connection.ts'
import { blindUntil, type State, withJournal, withoutOldLoss } from './state/state.ts'
import { behaviorOf } from './states/behaviors.ts'
import { beginApplying, beginProving, goBack, leaveBad } from './states/transitions.ts'
import { phaseOf } from './status/phase-of.ts'

/** What follows from an event. At most one effect is under way: the next one comes after the end of the last. */
export function step(state: State, event: Event): readonly [State, readonly Effect[]] {
  const before = noteAssigned(withoutOldLoss({ ...state, at: event.at }))
  return proceed(noted(before, 'effect' in event ? completed(before, event) : observe(before, event)))
}

/** An answer that nobody waits for changes nothing. */
const completed = (state: State, event: Extract<Event, { effect: Effect }>): State =>
  state.busy !== undefined && isSame(state.busy, event.effect) ? complete(state, event) : state

/** Of what is known, with no event: how an agent begins. */
export function proceed(state: State): readonly [State, readonly Effect[]] {
  if (state.busy !== undefined) return [resting(state, decide(state), state.busy), []]
  const [next, decision] = transition(state)
  const effect = nextEffect(next, decision)
  return [resting(next, decision, effect), effect === undefined ? [] : [effect]]
}

function resting(state: State, decision: Decision, busy: Effect | undefined): State {
  const { work } = state.journal
  const name = phaseOf(state, decision)
  const since = work.kind === 'Settled' ? state.at.wallMs : work.since
  const atRest = busy === undefined && work.kind === 'Settled' ? withoutUnwanted(state) : state
  return { ...atRest, decision, busy, phase: name === state.phase.name ? state.phase : { name, since } }
}

/** Where what is known leads, now that nothing is under way; and what is decided there. */
function transition(state: State): readonly [State, Decision] {
  const { work } = state.journal
  const { moves, mayChange } = behaviorOf(work)
  const moved = moves?.(state, work) ?? state
  if (moved !== state || mayChange?.(state, work) !== true) return decided(noted(state, moved))
  const adopted = noted(state, adopt(state))
  const decision = decide(adopted)
  const begun = noted(adopted, begin(adopted, decision))
  return begun === adopted ? [adopted, decision] : decided(begun)
}

const decided = (state: State): readonly [State, Decision] => [state, decide(state)]

/** The change that is decided on, if any. */
function begin(state: State, decision: Decision): State {
  switch (decision.kind) {
    case 'apply':
      return beginApplying(state, decision)
    case 'prove':
      return beginProving(state)
    case 'go-back': {
      const { work, active } = state.journal
      return work.kind === 'Trial' && badEntry(state.journal, active) === undefined
        ? goBack(state, work, { because: TrialSuperseded(), verdict: 'none' })
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

/** The same meaning in another object, or another revision: only what is reported changes, not the bytes that run. */
function adopt(state: State): State {
  const { active, lastKnownGood, work } = state.journal
  if (active.source === 'local') return state
  const assigned = assignedTo(state)
  if (assigned.kind !== 'config' || assigned.config.source === 'local' || assigned.config === active) return state
  const { checkpoint } = active
  const adopted = { ...assigned.config, checkpoint }
  const isSameMeaning = sameConfig(active, adopted) || assigned.config.checkpoint === checkpoint
  if (!isSameMeaning || JSON.stringify(active) === JSON.stringify(adopted)) return state
  return withJournal(state, {
    active: adopted,
    ...(sameConfig(lastKnownGood, active) && { lastKnownGood: adopted }),
    ...(work.kind === 'Trial' && { work: { ...work, config: adopted } }),
  })
}

/** Notes since when the assigned configuration means what it means now. */
function noteAssigned(state: State): State {
  const key = keyOf(assignedTo(state))
  return key === state.assigned.key ? state : { ...state, assigned: { key, since: state.at.uptimeMs } }
}

/** What is assigned follows from the state alone: that of the same one was noted before. */
const noted = (before: State, after: State): State => (after === before ? before : noteAssigned(after))

/** What to do next. The state alone says it, so that a state that was written and read again says the same. */
function nextEffect(state: State, decision: Decision): Effect | undefined {
  const { work, cleanupTasks } = state.journal
  const isBlind = blindUntil(state) !== undefined
  const ofJournal = isBlind ? [] : [cleanupTasks[0], behaviorOf(work).nextEffect?.(state, work)]
  const inquiry = !isChanging(work) && 'inquiry' in decision ? decision.inquiry : undefined
  const candidates = [...ofJournal, inquiry, connectingEffect(state)]
  return candidates.find((effect) => effect !== undefined && isDue(state, effect.kind))
}
