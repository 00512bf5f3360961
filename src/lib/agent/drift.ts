import type { Config } from './config.ts'
import { goodFor } from './going-back.ts'
import type { LiveSeen } from './live.ts'
import type { State } from './state.ts'

/** Whether the live file has what the agent put there for a configuration. */
export const hasContentOf = (live: LiveSeen, config: Config): boolean =>
  config.source === 'local' ? live.content === 'local' : live.sha256 === config.checkpoint

/**
 * Another program changed the live file: the kubelet will read that at its next start. It is reported, and not fought. In a
 * trial, the last known good content there is a way back, by the rescue or by somebody.
 */
export function isDrifted({ seen, journal }: State): boolean {
  const { live } = seen
  const { work, active } = journal
  if (live === undefined || work.kind === 'Applying' || work.kind === 'RollingBack') return false
  return !hasContentOf(live, active) && !(work.kind === 'Trial' && hasContentOf(live, goodFor(active, journal)))
}
