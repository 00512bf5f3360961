import type { Config } from '../model/config.ts'
import type { Effect } from '../model/effect.ts'
import type { LiveSeen } from '../model/evidence.ts'
import type { State } from '../state/state.ts'
import { goodFor } from './going-back.ts'

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

/** A digest of what the kubelet would read beside the live file. */
export const othersIn = ({ seen }: State): string => seen.live?.others ?? ''

/**
 * Puts a configuration into the live file. What another program left there is the node's own content now: it is not
 * overwritten with an older one.
 */
export const putting = (config: Config, { seen }: State): Effect =>
  config.source === 'local' && seen.live?.content === 'foreign' ? { kind: 'capture-local' } : { kind: 'write', config }
