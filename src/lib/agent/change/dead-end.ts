import { returnFinding } from '../health/finding.ts'
import { afterLook, isProven } from '../health/vigil.ts'
import type { DeadEnd } from '../journal/work.ts'
import { local } from '../model/config.ts'
import type { Effect } from '../model/effect.ts'
import type { Evidence } from '../model/evidence.ts'
import type { State } from '../state/state.ts'
import { withJournal } from '../state/state.ts'
import { othersReadBy } from './beside.ts'
import { abandon } from './settling.ts'
import { lookEffect } from './watching.ts'

export const deadEndEffect = (work: DeadEnd, state: State): Effect | undefined =>
  lookEffect(state, { config: local, podsBefore: undefined, concernsSandboxes: false, vigil: work.vigil })

/**
 * Nothing is done about it; when somebody has mended the kubelet, the dead end is over, whatever was before. A document that
 * failed, and runs because nothing else is left, is still there: that is over with another file.
 */
export function lookedInDeadEnd(state: State, work: DeadEnd, evidence: Evidence): State {
  const vigil = afterLook(work.vigil, evidence, returnFinding, state.at)
  const looked = withJournal(state, { work: { ...work, vigil } })
  return isProven(vigil) && state.journal.active.source === 'local'
    ? abandon(withJournal(looked, { others: othersReadBy(evidence.service, state) }))
    : looked
}
