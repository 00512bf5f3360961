import type { Fact } from '../../message/fact.ts'
import { examination } from '../decide/examined.ts'
import { returnConclusion } from '../health/conclusion.ts'
import { returnFinding } from '../health/finding.ts'
import { afterLook, newVigil } from '../health/vigil.ts'
import type { RollingBack } from '../journal/work.ts'
import type { Effect } from '../model/effect.ts'
import type { Evidence, ServiceState } from '../model/evidence.ts'
import { instantOf } from '../model/instant.ts'
import type { Verdict } from '../model/verdict.ts'
import { withoutSetback } from '../state/setback.ts'
import type { State } from '../state/state.ts'
import { withJournal } from '../state/state.ts'
import { restarting } from './applying.ts'
import { hasContentOf, putting } from './drift.ts'
import { allStateFiles, endWithoutReturn, goFurtherBack, isOriginalLost } from './going-back.ts'
import { conclude } from './settling.ts'
import { lookEffect } from './watching.ts'

export function rollingBackEffect(work: RollingBack, state: State): Effect | undefined {
  switch (work.stage) {
    case 'examining':
      return examination({ config: work.to, acceptedRisks: [] }, state)
    case 'disarming':
      return { kind: 'disarm' }
    case 'writing':
      return putting(work.to, state)
    case 'restarting': {
      const { writtenAt, stateFiles } = work
      return { kind: 'restart', since: writtenAt?.bootId === state.at.bootId ? writtenAt.uptimeMs : 0, stateFiles }
    }
    case 'checking':
      return lookEffect(state, { ...work, config: work.to, podsBefore: undefined, concernsSandboxes: false })
  }
}

/** All are moved aside when nobody can say which. */
export function examinedForReturn(state: State, work: RollingBack, verdict: Verdict | undefined): State {
  const names = verdict?.kind === 'usable' ? verdict.stateFiles : verdict?.kind === 'same' ? [] : allStateFiles
  return to(state, {
    ...work,
    stage: 'writing',
    stateFiles: names.length > 0 ? { kind: 'aside', names } : { kind: 'leave' },
  })
}

export function returnDone(state: State, work: RollingBack): State {
  switch (work.stage) {
    case 'disarming':
      return to(state, { ...work, stage: work.isLastResort ? 'writing' : 'examining' })
    case 'writing': {
      const written = withJournal(state, { active: work.to })
      return to(restarting(written), { ...work, stage: 'restarting', writtenAt: instantOf(state.at) })
    }
    case 'examining':
    case 'restarting':
    case 'checking':
      return state
  }
}

export const checking = (state: State, work: RollingBack, service: ServiceState | undefined): State =>
  to(state, { ...work, stage: 'checking', vigil: newVigil(service, state.at, work.vigil.pulse) })

/**
 * An agent that starts finds another document of its own in place: somebody put an older state there, or the disk has lost what
 * it said it had. It is written once more; what another program wrote is not fought over.
 */
export function writingAnew(state: State, work: RollingBack): State {
  const { live } = state.seen
  const isWritten = work.stage === 'restarting' || work.stage === 'checking'
  return isWritten && live?.content === 'ours' && !hasContentOf(live, work.to)
    ? to(state, { ...work, stage: 'writing' })
    : state
}

const mostWrites = 3

/** It goes on by all means: a damaged checkpoint must not keep a node without a kubelet. */
export function returnFailed(state: State, work: RollingBack, because: Fact): State {
  const { setbacks } = state
  switch (work.stage) {
    case 'examining':
      return examinedForReturn(state, work, undefined)
    case 'disarming':
      return (setbacks.disarm?.times ?? 0) < mostWrites ? state : returnDone(state, work)
    case 'writing':
      return writeFailed(state, work, because)
    case 'restarting':
      return restarting(state)
    case 'checking':
      return state
  }
}

function writeFailed(state: State, work: RollingBack, because: Fact): State {
  const { write, 'capture-local': capture } = state.setbacks
  // It is in the live file in any case: only its copy waits.
  if ((capture?.times ?? 0) >= mostWrites) return returnDone(withoutSetback(state, 'capture-local'), work)
  if ((write?.times ?? 0) < mostWrites) return state
  if (work.to.source !== 'local') return goFurtherBack(state, work)
  return isOriginalLost(because)
    ? endWithoutReturn(withFound(withoutSetback(state, 'write'), work), work, because)
    : state
}

/** What stays is what is there, also when the agent that wrote it did not live to note that. */
const withFound = (state: State, { from }: RollingBack): State =>
  state.seen.live !== undefined && hasContentOf(state.seen.live, from) ? withJournal(state, { active: from }) : state

/** What keeps a node from going back, once it has failed again and again. */
export function blockedBy({ journal, setbacks }: State): Fact | undefined {
  if (journal.work.kind !== 'RollingBack') return undefined
  return [setbacks.write, setbacks.restart].find((setback) => (setback?.times ?? 0) >= mostWrites)?.because
}

export function lookedOnReturn(state: State, work: RollingBack, evidence: Evidence): State {
  if (work.stage !== 'checking') return state
  const vigil = afterLook(work.vigil, evidence, returnFinding, state.at)
  const looked = to(state, { ...work, vigil })
  const conclusion = returnConclusion(vigil, state.settings)
  switch (conclusion.kind) {
    case 'passed':
      return conclude(looked, work)
    case 'failed':
      return goFurtherBack(looked, { ...work, vigil })
    case 'open':
    case 'undecided':
      return looked
  }
}

const to = (state: State, work: RollingBack): State => withJournal(state, { work })
