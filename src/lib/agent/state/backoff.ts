import { type BackOffRange, backOffMs } from '../../back-off.ts'
import type { Fact } from '../../message/fact.ts'
import type { Effect } from '../model/effect.ts'
import type { BackoffEntry, State } from './state.ts'

const range: BackOffRange = { firstMs: 5_000, longestMs: 300_000 }

/** Notes that an effect failed. It is tried again later, and later each time. */
export function withBackoff(state: State, kind: Effect['kind'], because: Fact): State {
  const times = (state.backoffs[kind]?.times ?? 0) + 1
  const backoff: BackoffEntry = { because, times, retryAt: state.at.uptimeMs + backOffMs(range, times, 0) }
  return { ...state, backoffs: { ...state.backoffs, [kind]: backoff } }
}

export function withoutBackoff(state: State, kind: Effect['kind']): State {
  if (state.backoffs[kind] === undefined) return state
  const { [kind]: _, ...backoffs } = state.backoffs
  return { ...state, backoffs }
}

/** What failed, is due now, and is not tried again, since nothing needs it any more: it is no trouble any more either. */
export function withoutUnwanted(state: State): State {
  const { backoffs, journal } = state
  // Of the connection, the next look says whether it is wanted.
  const isWanted = (kind: Effect['kind']): boolean =>
    kind === 'connect-rescue' || journal.cleanupTasks.some((task) => task.kind === kind)
  const kept = (Object.keys(backoffs) as Effect['kind'][]).filter((kind) => !isDue(state, kind) || isWanted(kind))
  if (kept.length === Object.keys(backoffs).length) return state
  return { ...state, backoffs: Object.fromEntries(kept.map((kind) => [kind, backoffs[kind]])) }
}

export const isDue = ({ backoffs, at }: State, kind: Effect['kind']): boolean =>
  at.uptimeMs >= (backoffs[kind]?.retryAt ?? 0)

/** Nothing is changed on the node while one of these is about to be tried again. */
const ofChanges = ['note-pods', 'arm', 'write', 'restart', 'disarm', 'acknowledge-rescue', 'capture-local'] as const

/** What stands in the way of a change; undefined when nothing does. */
export const backoffOfChanges = (state: State): BackoffEntry | undefined => waiting(state, ofChanges)

/** The same for a trial of what runs: that needs no pods, which a change may be waiting for. */
export const backoffOfProof = (state: State): BackoffEntry | undefined =>
  waiting(
    state,
    ofChanges.filter((kind) => kind !== 'note-pods'),
  )

const waiting = ({ backoffs, at }: State, kinds: readonly Effect['kind'][]): BackoffEntry | undefined =>
  kinds.map((kind) => backoffs[kind]).find((backoff) => backoff && backoff.retryAt > at.uptimeMs)
