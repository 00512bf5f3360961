import { nextEffect } from './act.ts'
import { advance, noteAssigned } from './advance.ts'
import { decide } from './decide/decide.ts'
import { end, isSame } from './end.ts'
import { learn } from './learn.ts'
import type { Effect } from './model/effect.ts'
import type { Event } from './model/event.ts'
import type { State } from './state/state.ts'
import { withPhase } from './status/phase-of.ts'

/** What follows from an event. At most one effect is under way: the next one comes after the end of the last. */
export function step(state: State, event: Event): readonly [State, readonly Effect[]] {
  const before = noteAssigned({ ...state, at: event.at })
  return proceed(noted(before, 'effect' in event ? ended(before, event) : learn(before, event)))
}

/** Of what is known, with no event: how an agent begins. */
export function proceed(state: State): readonly [State, readonly Effect[]] {
  if (state.busy !== undefined) return [withPhase(state, decide(state)), []]
  const settled = noted(state, advance(state))
  const decision = decide(settled)
  const effect = nextEffect(settled, decision)
  const next = effect === undefined ? settled : { ...settled, busy: effect }
  return [withPhase(next, decision), effect === undefined ? [] : [effect]]
}

/** What is assigned follows from the state alone: that of the same one was noted before. */
const noted = (before: State, after: State): State => (after === before ? before : noteAssigned(after))

/** An answer that nobody waits for changes nothing. */
const ended = (state: State, event: Extract<Event, { effect: Effect }>): State =>
  state.busy !== undefined && isSame(state.busy, event.effect) ? end(state, event) : state
