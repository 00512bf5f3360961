import type { Config } from '../model/config.ts'
import type { Effect } from '../model/effect.ts'
import type { LiveSeen } from '../model/live.ts'
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

/** How long an agent that starts waits until it has seen its machine. A live file that cannot be read must not stop it. */
const firstSightMs = 15_000

/** Until when nothing is done, because the live file and the opt-out are not known yet; undefined: they are. */
export const blindUntil = ({ seen, begunAt, at }: State): number | undefined =>
  (seen.live === undefined || seen.optOutFile === undefined) && at.uptimeMs < begunAt + firstSightMs
    ? begunAt + firstSightMs
    : undefined

/**
 * Puts a configuration into the live file. What another program left there is the node's own content now: it is not
 * overwritten with an older one.
 */
export const putting = (config: Config, { seen }: State): Effect =>
  config.source === 'local' && seen.live?.content === 'foreign' ? { kind: 'capture-local' } : { kind: 'write', config }
