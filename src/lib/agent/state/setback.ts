import type { Fact } from '../../message/fact.ts'
import type { Effect } from '../model/effect.ts'
import type { Setback, State } from './state.ts'

const firstRetryMs = 5_000
const longestRetryMs = 300_000

/** Notes that an effect failed. It is tried again later, and later each time. */
export function withSetback(state: State, kind: Effect['kind'], because: Fact): State {
  const times = (state.setbacks[kind]?.times ?? 0) + 1
  const delay = Math.min(firstRetryMs * 2 ** (times - 1), longestRetryMs)
  const setback: Setback = { because, times, retryAt: state.at.uptimeMs + delay }
  return { ...state, setbacks: { ...state.setbacks, [kind]: setback } }
}

export function withoutSetback(state: State, kind: Effect['kind']): State {
  if (state.setbacks[kind] === undefined) return state
  const { [kind]: _, ...setbacks } = state.setbacks
  return { ...state, setbacks }
}

export const isDue = ({ setbacks, at }: State, kind: Effect['kind']): boolean =>
  at.uptimeMs >= (setbacks[kind]?.retryAt ?? 0)

/** Nothing is changed on the node while one of these is about to be tried again. */
const ofChanges = ['note-pods', 'arm', 'write', 'restart', 'disarm', 'acknowledge-rescue', 'capture-local'] as const

/** What stands in the way of a change; undefined when nothing does. */
export const setbackOfChanges = (state: State): Setback | undefined => waiting(state, ofChanges)

/** The same for a trial of what runs: that needs no pods, which a change may be waiting for. */
export const setbackOfProof = (state: State): Setback | undefined =>
  waiting(
    state,
    ofChanges.filter((kind) => kind !== 'note-pods'),
  )

const waiting = ({ setbacks, at }: State, kinds: readonly Effect['kind'][]): Setback | undefined =>
  kinds.map((kind) => setbacks[kind]).find((setback) => setback && setback.retryAt > at.uptimeMs)
