import type { Fact } from '../../message/fact.ts'
import { newVigil, type Vigil } from '../health/vigil.ts'
import { withBad } from '../journal/bad.ts'
import type { Journal } from '../journal/journal.ts'
import type { Applying, DeadEnd, RollingBack, Trial } from '../journal/work.ts'
import { type DecisionFact, type HealthFact, NothingToReturnTo, TrialForgotten } from '../model/agent-messages.ts'
import { type Config, local, sameConfig } from '../model/config.ts'
import { withRestart } from '../state/budget.ts'
import type { State } from '../state/state.ts'
import { withJournal } from '../state/state.ts'

/** Where a configuration goes back to: the last known good one; if that is itself in doubt, the node's own files. */
export const goodFor = (config: Config, { lastKnownGood }: Journal): Config =>
  sameConfig(config, lastKnownGood) ? local : lastKnownGood

interface Reasons extends Pick<RollingBack, 'because' | 'verdict'> {
  /** The rescue put it back already, with its state files, and the kubelet runs with it. */
  readonly isBack?: boolean
}

/** Begins to put back what was good. The rescue keeps its orders meanwhile: they are the same. */
export function goBack(state: State, work: Applying | Trial, reasons: Reasons): State {
  const to = goodFor(work.config, state.journal)
  const wasReplaced = sameConfig(work.replaces, to)
  // What the rescue has counted until now ended with what it took away, and may not have been seen yet.
  const service = reasons.isBack ? undefined : state.seen.service
  const returning: RollingBack = {
    kind: 'RollingBack',
    since: state.at.wallMs,
    // State files that were put aside belong to what ran before, which need not be what is put back.
    stage: reasons.isBack ? 'checking' : wasReplaced ? 'writing' : 'examining',
    from: work.config,
    to,
    because: reasons.because,
    verdict: reasons.verdict,
    stateFiles: wasReplaced && work.stateFiles.length > 0 ? { kind: 'back' } : { kind: 'leave' },
    isLastResort: false,
    writtenAt: undefined,
    vigil: newVigil(service, state.at, work.kind === 'Trial' ? work.vigil.pulse : work.pulse),
  }
  const chores = state.journal.chores.filter(({ kind }) => kind !== 'forget-starts')
  const next = withJournal(state, { work: returning, chores, ...(reasons.isBack && { active: to }) })
  // A change to it that comes to nothing half-way says nothing of it: the kubelet need not have been restarted yet.
  if (!sameConfig(work.config, to) || work.kind === 'Applying') return next
  return goFurtherBack(next, { ...returning, vigil: work.vigil })
}

/**
 * A trial that nobody knows any more, while the live file has what the node goes back to: the kubelet need not have read
 * that yet, and need not start with the state files of that trial.
 */
export function goBackFromForgotten(state: State, from: Config): State {
  const { at, seen } = state
  const because: DecisionFact = TrialForgotten()
  const returning: RollingBack = {
    kind: 'RollingBack',
    since: at.wallMs,
    stage: 'restarting',
    from,
    to: local,
    because,
    verdict: 'none',
    stateFiles: { kind: 'leave' },
    isLastResort: false,
    writtenAt: { bootId: at.bootId, uptimeMs: seen.live?.changedAtMs ?? 0 },
    vigil: newVigil(seen.service, at, undefined),
  }
  return withJournal(state, { work: returning, restarts: withRestart(state.journal.restarts, at) })
}

/**
 * What was put back does not work either. The node's own files are left, and if a kubelet exits with them, too, the same
 * without state files: those are of another policy, whoever left them. After that there is nothing.
 */
export function goFurtherBack(state: State, work: RollingBack): State {
  const isLastResort = work.to.source === 'local'
  if (isLastResort && (work.isLastResort || !exits(work.vigil))) return deadEnd(state, work)
  const next: RollingBack = {
    ...work,
    since: state.at.wallMs,
    // The rescue has orders for what did not work.
    stage: 'disarming',
    to: local,
    isLastResort,
    stateFiles: isLastResort ? { kind: 'aside', names: allStateFiles } : { kind: 'leave' },
    vigil: newVigil(state.seen.service, state.at, work.vigil.pulse),
  }
  return withJournal(state, { work: next })
}

/** A kubelet starts without them, and not with those of another policy. */
export const allStateFiles = ['cpu_manager_state', 'memory_manager_state'] as const

function exits({ crashes, last }: Vigil): boolean {
  const because = last?.finding.kind === 'failing' || last?.finding.kind === 'harm' ? last.finding.because : undefined
  return crashes > 0 || (because !== undefined && exitReasons.has(because.reason))
}

const exitReasons: ReadonlySet<string> = new Set<HealthFact['reason']>(['KubeletExits', 'KubeletFailed'])

/** The node's own content is lost, and nothing else is left to go back to. What runs stays, and is called neither good nor local. */
export function endWithoutReturn(state: State, work: RollingBack, because: Fact): State {
  const { journal, seen, at } = state
  const { from, verdict } = work
  const remembered = verdict === 'bad' ? withBad(journal, from, work.because, at.wallMs) : journal
  const vigil = newVigil(seen.service, at, work.vigil.pulse)
  const end: DeadEnd = { kind: 'DeadEnd', since: at.wallMs, from, because: nothingLeft(because), vigil }
  return { ...state, journal: { ...remembered, work: end, lastKnownGood: local, chores: [{ kind: 'disarm' }] } }
}

const nothingLeft = (because: Fact): DecisionFact => NothingToReturnTo({ because })

/** Of the host: no copy of the node's own content is intact. Time does not heal that. */
export const isOriginalLost = ({ reason }: Fact): boolean => reason === 'OriginalLost'

/** It ends with the node's own files, whether they work or not, and without further restarts. */
function deadEnd(state: State, { from, verdict, because, vigil: before }: RollingBack): State {
  const { at, seen } = state
  const remembered = verdict === 'bad' ? withBad(state.journal, from, because, at.wallMs) : state.journal
  const vigil = newVigil(seen.service, at, before.pulse)
  const work: DeadEnd = { kind: 'DeadEnd', since: at.wallMs, from, because, vigil }
  return {
    ...state,
    journal: { ...remembered, work, active: local, lastKnownGood: local, chores: [{ kind: 'disarm' }] },
  }
}
