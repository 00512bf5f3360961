import type { Fact } from '../../message/fact.ts'
import { newProbeHistory, type ProbeHistory, ranForMs } from '../health/probe-history.ts'
import { badEntry, withBad } from '../journal/bad.ts'
import { goodFor, type Journal, type Postponed } from '../journal/journal.ts'
import type { Applying, DeadEnd, RollingBack, Settled, Trial } from '../journal/work.ts'
import { type HealthFact, NothingToReturnTo, PutBackByOther, Rescued, TrialForgotten } from '../model/agent-messages.ts'
import { type Config, documentSources, local, sameConfig } from '../model/config.ts'
import type { Decision } from '../model/decision.ts'
import type { CleanupTask } from '../model/effect.ts'
import type { ServiceState } from '../model/evidence.ts'
import { withRestart } from '../state/budget.ts'
import { keepingWhatCounts } from '../state/kept-checkpoints.ts'
import { hasContentOf, isPutBack, othersIn, othersReadBy } from '../state/live-file.ts'
import { isOlderThanLive } from '../state/process-age.ts'
import { type State, withJournal } from '../state/state.ts'

// Every way from one state of a node to another.

// To Applying

export const beginApplying = (state: State, { config, usable }: Extract<Decision, { kind: 'apply' }>): State =>
  withJournal(state, {
    work: {
      ...noting(state, config),
      restarts: true,
      stateFiles: usable.stateFiles,
      concernsSandboxes: usable.concernsSandboxes,
      shadowedByFlags: usable.shadowedByFlags,
      allocatable: usable.allocatable,
    },
  })

/** Another trial of what runs; or of what would run already, if a change had not been forgotten before its restart. */
export const beginProving = (state: State): State => withJournal(state, { work: proving(state) })

/** The same, with a restart in any case. */
export const beginRestarted = (state: State): State =>
  withJournal(state, { work: { ...proving(state), restarts: true } })

const proving = (state: State): Applying => ({
  ...noting(state, state.journal.active),
  restarts: isOlderThanLive(state),
  stateFiles: [],
  concernsSandboxes: false,
  shadowedByFlags: state.journal.shadowedByFlags,
  allocatable: undefined,
})

const noting = ({ at, journal: { work, active } }: State, config: Config) =>
  ({
    kind: 'Applying',
    stage: 'noting',
    since: at.wallMs,
    config,
    replaces: active,
    podsBefore: undefined,
    heartbeatsSeen: work.kind === 'Trial' ? work.probes.heartbeatsSeen : undefined,
    writtenAt: undefined,
    instead: work.kind === 'Trial' || work.kind === 'DeadEnd' ? work : undefined,
  }) as const

/** Noted before it is done: a crash may count one restart too many, and never one too few. */
export const withRestartNoted = (state: State): State =>
  withJournal(state, { restarts: withRestart(state.journal.restarts, state.at) })

// To Trial

export function beginTrial(state: State, work: Applying, service: ServiceState | undefined): State {
  const { config, replaces, restarts, stateFiles, concernsSandboxes, podsBefore, podsInDoubt } = work
  const trial: Trial = {
    kind: 'Trial',
    since: state.at.wallMs,
    config,
    replaces,
    restarts,
    stateFiles,
    concernsSandboxes,
    podsBefore,
    podsInDoubt,
    runsOther: false,
    others: state.journal.others ?? othersIn(state),
    othersRead: othersIn(state),
    probes: newProbeHistory(service, state.at, work),
  }
  return withJournal(state, { work: trial })
}

/**
 * Another version of the kubelet has to be convinced anew, and one that has read other files, too. What a process has read
 * was found out when it was new: it is no other one because its trial begins anew.
 */
export function tryAnew(state: State, work: Trial): State {
  const { probes } = work
  return withJournal(state, {
    work: { ...work, probes: { ...newProbeHistory(state.seen.service, state.at, probes), process: probes.process } },
  })
}

// To RollingBack

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
    probes: newProbeHistory(service, state.at, work.kind === 'Trial' ? work.probes : work),
  }
  const cleanupTasks = state.journal.cleanupTasks.filter(({ kind }) => kind !== 'forget-starts')
  const next = withJournal(state, { work: returning, cleanupTasks, ...(reasons.isBack && { active: to }) })
  // A change to it that comes to nothing half-way says nothing of it: the kubelet need not have been restarted yet.
  if (!sameConfig(work.config, to) || work.kind === 'Applying') return next
  return fallBack(next, { ...returning, probes: work.probes })
}

/** What runs was tried before: an older state is there again, or an older live file. It is not tried again. */
export function leaveBad(state: State): State {
  const bad = badEntry(state.journal, state.journal.active)
  const { work } = state.journal
  const left = work.kind === 'Trial' ? work : proving(state)
  return bad === undefined ? state : goBack(state, left, { because: bad.because, verdict: 'none' })
}

/**
 * An agent that starts in the middle of a change finds the good content in place, and no mark, of which it would have heard
 * before. The rescue fired, and its mark is lost; or somebody did it; or an agent before this one, of which a full disk took
 * no note. That says nothing about the document; and what the kubelet has read since, nobody knows: it is restarted.
 */
export const goBackIfPutBack = (state: State, work: Applying | Trial): State =>
  isPutBack(state, work) ? goBack(state, work, { because: PutBackByOther(), verdict: 'none' }) : state

/** If the good content is not there any more, the kubelet may run something else by now, and is restarted once more. */
export function goBackAsRescued(
  state: State,
  work: Applying | Trial,
  { checkpoint, mayBlame }: { readonly checkpoint: string | undefined; readonly mayBlame: boolean },
): State {
  const { live } = state.seen
  const isBack = live !== undefined && hasContentOf(live, goodFor(work.config, state.journal))
  const isItsMark = checkpoint === checkpointOf(work.config)
  return goBack(state, work, { because: Rescued(), verdict: isItsMark && mayBlame ? 'bad' : 'none', isBack })
}

const checkpointOf = (config: Config): string | undefined => (config.source === 'local' ? undefined : config.checkpoint)

/**
 * A trial that nobody knows any more, while the live file has what the node goes back to: the kubelet need not have read
 * that yet, and need not start with the state files of that trial.
 */
export function goBackFromForgotten(state: State, from: Config): State {
  const { at, seen } = state
  const returning: RollingBack = {
    kind: 'RollingBack',
    since: at.wallMs,
    stage: 'restarting',
    from,
    to: local,
    because: TrialForgotten(),
    verdict: 'none',
    stateFiles: { kind: 'leave' },
    isLastResort: false,
    writtenAt: { bootId: at.bootId, uptimeMs: seen.live?.changedAtMs ?? 0 },
    probes: newProbeHistory(seen.service, at, undefined),
  }
  return withRestartNoted(withJournal(state, { work: returning }))
}

/**
 * What was put back does not work either. The node's own files are left, and if a kubelet exits with them, too, the same
 * without state files: those are of another policy, whoever left them. After that there is nothing.
 */
export function fallBack(state: State, work: RollingBack): State {
  const isLastResort = work.to.source === 'local'
  if (isLastResort && (work.isLastResort || !exits(work.probes))) return giveUpReturning(state, work)
  const next: RollingBack = {
    ...work,
    since: state.at.wallMs,
    // The rescue has orders for what did not work.
    stage: 'disarming',
    to: local,
    isLastResort,
    stateFiles: isLastResort ? { kind: 'aside', names: allStateFiles } : { kind: 'leave' },
    probes: newProbeHistory(state.seen.service, state.at, work.probes),
  }
  return withJournal(state, { work: next })
}

/** A kubelet starts without them, and not with those of another policy. */
export const allStateFiles = ['cpu_manager_state', 'memory_manager_state'] as const

/** One that does not start with its state files has ended long before. */
const startedAfterMs = 30_000

/** Whether a kubelet exits, as it does with the state files of another policy. One that has started does not, whatever ended those before it. */
function exits(probes: ProbeHistory): boolean {
  const { crashes, last } = probes
  const because = last?.finding.kind === 'failing' || last?.finding.kind === 'harm' ? last.finding.because : undefined
  if (because !== undefined && exitReasons.has(because.reason)) return true
  return crashes > 0 && ranForMs(probes) < startedAfterMs
}

const exitReasons: ReadonlySet<string> = new Set<HealthFact['reason']>(['KubeletExits', 'KubeletFailed'])

// To DeadEnd

/** It ends with the node's own files, whether they work or not, and without further restarts. */
const giveUpReturning = (state: State, work: RollingBack): State =>
  deadEnd(state, work, { because: work.because, active: local })

/** The node's own content is lost, and nothing else is left to go back to. What runs stays, and is called neither good nor local. */
export const endWithoutReturn = (state: State, work: RollingBack, because: Fact): State =>
  deadEnd(state, work, { because: NothingToReturnTo({ because }), active: state.journal.active })

interface End extends Pick<Journal, 'active'>, Pick<DeadEnd, 'because'> {}

/** Of the host: no copy of the node's own content is intact. Time does not heal that. */
export const isOriginalLost = ({ reason }: Fact): boolean => reason === 'OriginalLost'

function deadEnd(state: State, failed: RollingBack, { active, because }: End): State {
  const { at, seen } = state
  const { from, probes } = failed
  const work: DeadEnd = {
    kind: 'DeadEnd',
    since: at.wallMs,
    from,
    because,
    probes: newProbeHistory(seen.service, at, probes),
  }
  const journal = remembering(state, failed)
  return { ...state, journal: { ...journal, work, active, lastKnownGood: local, cleanupTasks: [{ kind: 'disarm' }] } }
}

// To Settled

/** The trial is passed: on evidence only. */
export function promote(state: State, { config, othersRead }: Trial): State {
  const { journal } = state
  const proven = { active: config, lastKnownGood: config, provenBy: journal.kubeletVersion, postponed: undefined }
  return settle(state, { ...proven, others: othersRead })
}

/** The kubelet is healthy with what was put back. */
export function finishRollback(state: State, work: RollingBack): State {
  const { journal, seen } = state
  const { from, to, verdict } = work
  return settle(state, {
    bad: remembering(state, work).bad,
    postponed:
      verdict === 'unproven' && from.source !== 'local' ? until('api-answers', from.digest) : journal.postponed,
    active: to,
    lastKnownGood: to,
    provenBy: journal.kubeletVersion,
    others: seen.service && othersReadBy(seen.service, state),
    shadowedByFlags: [],
  })
}

/** With what failed among the bad ones, if it is to blame. */
const remembering = ({ journal, at }: State, { from, verdict, because }: RollingBack): Journal =>
  verdict === 'bad' ? withBad(journal, from, because, at.wallMs) : journal

/** A trial ends without a verdict, and what runs stays. */
export function leaveUnproven(state: State, { config }: Trial, reason: Postponed['until']): State {
  const { postponed } = state.journal
  return settle(state, { postponed: config.source === 'local' ? postponed : until(reason, config.digest) })
}

/** A change was given up before anything of it was done. */
export const abandon = (state: State): State => settle(state, {})

function settle(state: State, changed: Partial<Journal>): State {
  const work: Settled = { kind: 'Settled', since: state.at.wallMs }
  const journal = { ...state.journal, ...changed, work }
  const others = journal.cleanupTasks.filter(({ kind }) => kind === 'acknowledge-rescue')
  const cleanupTasks: readonly CleanupTask[] = [...others, { kind: 'disarm' }, keepingWhatCounts(state, journal)]
  const seen = { ...state.seen, kubeletEnds: undefined, texts: 0 }
  return withJournal({ ...state, seen }, { ...changed, work, cleanupTasks })
}

const until = (reason: Postponed['until'], digest: string): Postponed => ({ digest, until: reason })

/** Without a journal, or with an old one, whose cleanup tasks are of another time: a document that is not known by name. */
export const withUnknown = (state: State, sha256: string): State =>
  withJournal(state, {
    active: unknownVersion(sha256),
    cleanupTasks: state.journal.cleanupTasks.filter(({ kind }) => kind === 'acknowledge-rescue'),
  })

export const unknownVersion = (sha256: string): Config => ({
  source: documentSources[0],
  digest: `unknown:${sha256}`,
  checkpoint: sha256,
  uid: '',
  resourceVersion: '',
  revision: undefined,
})
