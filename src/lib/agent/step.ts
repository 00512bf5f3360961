import type { Effect } from './effect.ts'
import type { Event } from './event.ts'
import type { State } from './state.ts'

/** What follows from an event. At most one effect is under way: the next one comes after the end of the last. */
export function step(state: State, event: Event): readonly [State, readonly Effect[]] {
  return [{ ...state, at: event.at }, []]
}
