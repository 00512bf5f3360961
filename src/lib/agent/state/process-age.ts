import type { State } from './state.ts'

/** The time of a start is computed from two clocks. */
export const inexactMs = 1_000

/** Whether the kubelet runs what the live file had before the agent wrote it: nothing has restarted it since. */
export const isOlderThanLive = (state: Pick<State, 'seen'>): boolean =>
  state.seen.live?.content === 'ours' && hasNotReadLive(state)

/** Whether the kubelet was started before the live file was written, by whomever. */
export function hasNotReadLive({ seen: { live, service } }: Pick<State, 'seen'>): boolean {
  if (service === undefined || service.mainPid === 0) return false
  const { startedAtMs } = service
  return startedAtMs !== undefined && startedAtMs + inexactMs < (live?.changedAtMs ?? 0)
}

/** Whether the kubelet has started with what the live file has now, as far as that is known. */
export function hasReadLive({ seen: { live, service } }: Pick<State, 'seen'>): boolean {
  const startedAtMs = service?.startedAtMs
  return live !== undefined && startedAtMs !== undefined && startedAtMs > (live.changedAtMs ?? 0) + inexactMs
}
