import { doubtEndsAt } from './decide/assigned.ts'
import { recheckAt } from './decide/examined.ts'
import { blindUntil, type State } from './state/state.ts'
import { nextProbeAt } from './states/probes.ts'

/** When the next `tick` is due, in milliseconds since the boot; undefined: nothing is waited for. */
export function wakeAt(state: State): number | undefined {
  if (state.busy !== undefined) return undefined
  const { work } = state.journal
  const times = [
    ...Object.values(state.backoffs).map(({ retryAt }) => retryAt),
    'probes' in work ? nextProbeAt(work.probes, state) : undefined,
    blindUntil(state),
    doubtEndsAt(state),
    decidesAgainAt(state),
  ]
  const ahead = times.filter((time) => time !== undefined).filter((time) => time > state.at.uptimeMs)
  return ahead.length === 0 ? undefined : Math.min(...ahead)
}

function decidesAgainAt({ decision, examined }: State): number | undefined {
  switch (decision.kind) {
    case 'wait':
      return decision.until
    case 'rejected':
    case 'held':
      return examined && recheckAt(examined)
    case 'frozen':
    case 'examine':
    case 'in-force':
    case 'rolled-back':
    case 'prove':
    case 'go-back':
    case 'apply':
      return undefined
  }
}
