import type { Config } from './config.ts'
import type { LiveSeen } from './live.ts'
import type { State } from './state.ts'

/** Whether the live file has what the agent put there for a configuration. */
export const hasContentOf = (live: LiveSeen, config: Config): boolean =>
  config.source === 'local' ? live.content === 'local' : live.sha256 === config.checkpoint

/** Another program changed the live file: the kubelet will read that at its next start. It is reported, and not fought. */
export function isDrifted({ seen, journal }: State): boolean {
  const { live } = seen
  const isInFlux = journal.work.kind === 'Applying' || journal.work.kind === 'RollingBack'
  return live !== undefined && !isInFlux && !hasContentOf(live, journal.active)
}
