import type { State } from './state.ts'

/** How long an agent that starts waits until it has seen its machine. A live file that cannot be read must not stop it. */
const firstSightMs = 15_000

/** Until when nothing is done, because the live file and the opt-out are not known yet; undefined: they are. */
export const blindUntil = ({ seen, begunAt, at }: State): number | undefined =>
  (seen.live === undefined || seen.optOutFile === undefined) && at.uptimeMs < begunAt + firstSightMs
    ? begunAt + firstSightMs
    : undefined
