import type { Conclusion } from '../health/conclusion.ts'
import type { Applying, RollingBack, Trial } from '../journal/work.ts'
import type { Evidence, LiveSeen, ServiceState } from '../model/evidence.ts'
import type { State } from '../state/state.ts'
import { withJournal } from '../state/state.ts'
import { hasContentOf } from './drift.ts'

/** With a sight of the kubelet: one that starts with what ran before may end pods that are noted for what comes. */
export function doubtingPods(state: State, work: Applying, now: ServiceState): State {
  const { service: before, live } = state.seen
  if (work.podsBefore === undefined || work.podsInDoubt === true || before === undefined) return state
  return hasStarted(before, now) && !startedWith(work, now, live)
    ? withJournal(state, { work: { ...work, podsInDoubt: true } })
    : state
}

const hasStarted = (before: ServiceState, now: ServiceState): boolean =>
  now.restarts > before.restarts ||
  (now.mainPid !== 0 && (now.mainPid !== before.mainPid || now.startedAtMs !== before.startedAtMs))

/** Whether it has read the configuration of the change. */
function startedWith(
  { config }: Applying,
  { mainPid, startedAtMs }: ServiceState,
  live: LiveSeen | undefined,
): boolean {
  if (live === undefined || !hasContentOf(live, config)) return false
  return mainPid !== 0 && startedAtMs !== undefined && startedAtMs > (live.changedAtMs ?? 0)
}

/** Pods that something else may have ended are no reason to remember a document as bad: it is tried again. */
export const verdictOnFailure = (
  { podsInDoubt }: Trial,
  { because }: Extract<Conclusion, { kind: 'failed' }>,
  pods: Evidence['pods'] | undefined,
): RollingBack['verdict'] =>
  podsInDoubt === true && pods?.verdict === 'fail' && pods.because === because ? 'none' : 'bad'
