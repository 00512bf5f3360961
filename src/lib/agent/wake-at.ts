import { nextLookAt } from './change/watching.ts'
import { doubtEndsAt } from './decide/assigned.ts'
import { decide } from './decide/decide.ts'
import { recheckAt } from './decide/examined.ts'
import type { State } from './state/state.ts'
import { blindUntil } from './state/state.ts'

/** When the next `tick` is due, in milliseconds since the boot; undefined: nothing is waited for. */
export function wakeAt(state: State): number | undefined {
  if (state.busy !== undefined) return undefined
  const { work } = state.journal
  const times = [
    ...Object.values(state.setbacks).map(({ retryAt }) => retryAt),
    work.kind === 'Settled' || work.kind === 'Applying' ? undefined : nextLookAt(work.vigil, state),
    blindUntil(state),
    doubtEndsAt(state),
    decidesAgainAt(state),
  ]
  const ahead = times.filter((time) => time !== undefined).filter((time) => time > state.at.uptimeMs)
  return ahead.length === 0 ? undefined : Math.min(...ahead)
}

function decidesAgainAt(state: State): number | undefined {
  const decision = decide(state)
  switch (decision.kind) {
    case 'wait':
      return decision.until
    case 'rejected':
    case 'held':
      return state.examined && recheckAt(state.examined)
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
