import { isOther } from '../health/vigil.ts'
import type { Journal } from '../journal/journal.ts'
import type { Trial } from '../journal/work.ts'
import type { Evidence, LiveSeen, ServiceState } from '../model/evidence.ts'
import { inexactMs } from '../state/process-age.ts'
import type { State } from '../state/state.ts'
import { othersIn } from './drift.ts'

/** With a sight of the live file and of what is beside it. */
export function withLive(state: State, live: LiveSeen): State {
  const { seen, at, journal } = state
  const before = seen.live === undefined ? readLast(journal) : othersIn(state)
  const isAsBefore = before === undefined || before === (live.others ?? '')
  return { ...state, seen: { ...seen, live, othersSince: isAsBefore ? seen.othersSince : at.uptimeMs } }
}

const readLast = ({ work, others }: Journal): string | undefined => (work.kind === 'Trial' ? work.othersRead : others)

/**
 * What a process has read beside the live file: what is there, if that was there before the process. Otherwise nobody knows,
 * and the answer equals no digest, and not that of another process either.
 */
export function othersReadBy({ mainPid, startedAtMs }: ServiceState, state: State): string {
  const { seen, at } = state
  const isThere = startedAtMs !== undefined && startedAtMs > (seen.othersSince ?? -inexactMs) + inexactMs
  return isThere ? othersIn(state) : `unknown ${at.bootId} ${mainPid}`
}

/**
 * A kubelet reads more than the live file, such as the drop-ins of other programs. When those change, a process that is older
 * does not run them, and one that is younger is not the document's alone.
 */
export function withOthersRead(state: State, work: Trial, { service }: Evidence): Trial {
  const { vigil, othersRead } = work
  if (state.seen.live === undefined || !isOther(vigil, service)) return work
  // The one that ended had read that, as the next one will.
  if (service.mainPid === 0 && othersIn(state) === othersRead) return work
  return { ...work, othersRead: othersReadBy(service, state) }
}

/** Whether the kubelet has read what is not known to work. */
export const readsUnknown = ({ others, othersRead }: Trial): boolean => others !== othersRead

/** Whether another program changed it since the kubelet was proven last. */
export const areOthersChanged = (state: State, proven: string | undefined): boolean =>
  state.seen.live !== undefined && proven !== undefined && othersIn(state) !== proven

/** The files that are there now are not those that the process has read. */
export function comparable(state: State, { othersRead }: Trial, evidence: Evidence): Evidence {
  const { configz } = evidence
  if (configz.verdict !== 'fail' || state.seen.live === undefined || othersIn(state) === othersRead) return evidence
  return { ...evidence, configz: { verdict: 'unknown', because: configz.because } }
}
