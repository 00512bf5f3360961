import { goodFor, type Journal } from '../journal/journal.ts'
import type { Applying, Trial } from '../journal/work.ts'
import type { Config } from '../model/config.ts'
import type { Effect } from '../model/effect.ts'
import type { LiveSeen, ServiceState } from '../model/evidence.ts'
import { inexactMs } from './process-age.ts'
import type { State } from './state.ts'

/** Whether the live file has what the agent put there for a configuration. */
export const hasContentOf = (live: LiveSeen, config: Config): boolean =>
  config.source === 'local' ? live.content === 'local' : live.sha256 === config.checkpoint

/** The rescue, or somebody, put the good content back in the middle of a change. */
export const isPutBack = ({ seen: { live }, journal }: State, { config }: Applying | Trial): boolean =>
  live !== undefined && !hasContentOf(live, config) && hasContentOf(live, goodFor(config, journal))

/**
 * Puts a configuration into the live file. What another program left there is the node's own content now: it is not
 * overwritten with an older one.
 */
export const putting = (config: Config, { seen }: State): Effect =>
  config.source === 'local' && seen.live?.content === 'foreign' ? { kind: 'capture-local' } : { kind: 'write', config }

/** A digest of what the kubelet would read beside the live file. */
export const othersIn = ({ seen }: State): string => seen.live?.others ?? ''

/** With an observation of the live file and of what is beside it. */
export function withLive(state: State, live: LiveSeen): State {
  const { seen, at, journal } = state
  const before = seen.live === undefined ? readLast(journal) : othersIn(state)
  const isAsBefore = before === undefined || before === (live.others ?? '')
  return { ...state, seen: { ...seen, live, othersSince: isAsBefore ? seen.othersSince : at.uptimeMs } }
}

const readLast = ({ work, others }: Journal): string | undefined => ('othersRead' in work ? work.othersRead : others)

/**
 * What a process has read beside the live file: what is there, if that was there before the process. Otherwise nobody knows,
 * and the answer equals no digest, and not that of another process either.
 */
export function othersReadBy({ mainPid, startedAtMs }: ServiceState, state: State): string {
  const { seen, at } = state
  const isThere = startedAtMs !== undefined && startedAtMs > (seen.othersSince ?? -inexactMs) + inexactMs
  return isThere ? othersIn(state) : `unknown ${at.bootId} ${mainPid}`
}

/** Whether another program changed it since the kubelet was proven last. */
export const areOthersChanged = (state: State, proven: string | undefined): boolean =>
  state.seen.live !== undefined && proven !== undefined && othersIn(state) !== proven
