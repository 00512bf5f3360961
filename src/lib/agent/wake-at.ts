import { blindUntil } from './change/drift.ts'
import { nextLookAt } from './change/watching.ts'
import { doubtEndsAt } from './decide/assigned.ts'
import { decide } from './decide/decide.ts'
import { recheckAt } from './decide/examined.ts'
import type { State } from './state/state.ts'

/** When the next `tick` is due, in milliseconds since the boot; undefined: nothing is waited for. */
export function wakeAt(state: State): number | undefined {
  if (state.busy !== undefined) return undefined
  const { work } = state.journal
  const times = [
    ...Object.values(state.setbacks).map(({ retryAt }) => retryAt),
    ...(work.kind === 'Settled' || work.kind === 'Applying' ? [] : [nextLookAt(work.vigil, state)]),
    ...[blindUntil(state) ?? []].flat(),
    ...decisionTimes(state),
  ]
  const next = times.filter((time) => time > state.at.uptimeMs).sort((a, b) => a - b)[0]
  return next
}

function decisionTimes(state: State): readonly number[] {
  const doubt = doubtEndsAt(state) ?? []
  const decision = decide(state)
  switch (decision.kind) {
    case 'wait':
      return [decision.until ?? []].flat().concat(doubt)
    case 'rejected':
    case 'held':
      return [state.examined === undefined ? [] : recheckAt(state.examined)].flat().concat(doubt)
    case 'frozen':
    case 'examine':
    case 'in-force':
    case 'rolled-back':
    case 'prove':
    case 'go-back':
    case 'apply':
      return [doubt].flat()
  }
}
