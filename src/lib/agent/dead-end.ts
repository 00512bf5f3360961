import { local } from './config.ts'
import type { Effect } from './effect.ts'
import type { Evidence } from './evidence.ts'
import { returnFinding } from './finding.ts'
import { withJournal } from './journal-of.ts'
import { abandon } from './settling.ts'
import type { State } from './state.ts'
import { isProven, watched } from './vigil.ts'
import { lookEffect } from './watching.ts'
import type { DeadEnd } from './work.ts'

export const deadEndEffect = (work: DeadEnd, state: State): Effect | undefined =>
  lookEffect(state, { config: local, podsBefore: undefined, concernsSandboxes: false, vigil: work.vigil })

/** Nothing is done about it; when somebody has mended the kubelet, the dead end is over, whatever was before. */
export function lookedInDeadEnd(state: State, work: DeadEnd, evidence: Evidence): State {
  const vigil = watched(work.vigil, returnFinding(evidence), evidence.service, state.at)
  const looked = withJournal(state, { work: { ...work, vigil } })
  return isProven(vigil) ? abandon(looked) : looked
}
