import type { Fact } from '../../message/fact.ts'
import { type Conclusion, returnConclusion, trialConclusion } from '../health/conclusion.ts'
import { causeOf, type Finding, returnFinding, saysNothing, trialFinding } from '../health/finding.ts'
import { afterProbe, isOther, isProven, type ProbeHistory, watched } from '../health/probe-history.ts'
import { goodFor } from '../journal/journal.ts'
import type { RollingBack, Trial } from '../journal/work.ts'
import { OptedOutInTrial, PutBackByOther } from '../model/agent-messages.ts'
import { sameConfig } from '../model/config.ts'
import type { Evidence } from '../model/evidence.ts'
import { roomAt } from '../state/budget.ts'
import { holdOfRescue } from '../state/connection.ts'
import { areOthersChanged, hasContentOf, isPutBack, othersIn, othersReadBy } from '../state/live-file.ts'
import { isForbidden } from '../state/opted-out.ts'
import { hasNotReadLive, hasReadLive } from '../state/process-age.ts'
import { type State, withJournal } from '../state/state.ts'
import type { Behavior } from './behavior.ts'
import { probeEffect } from './probes.ts'
import {
  beginRestarted,
  goBack,
  goBackAsRescued,
  goBackIfPutBack,
  leaveUnproven,
  promote,
  tryAnew,
} from './transitions.ts'

/** A configuration runs, and has to prove itself. */
export const trial: Behavior<Trial> = {
  moves: endWhenOptedOut,
  mayChange: () => true,
  nextEffect: probeEffect,
  sawKubelet: (state, work, before) => (before === undefined ? goBackIfPutBack(state, work) : state),
  sawVersion: tryAnew,
  sawRescued: (state, work, { checkpoint, bootId }) =>
    goBackAsRescued(state, work, { checkpoint, mayBlame: mayBlame(state, work, bootId) }),
  probed,
  failed: (state, work, effect, because) => (effect.kind === 'probe' ? probeFailed(state, work, because) : state),
  phase: () => 'Trial',
  isDrifted: ({ journal }, _, live) =>
    !hasContentOf(live, journal.active) && !hasContentOf(live, goodFor(journal.active, journal)),
  problem: (_, { probes }) => causeOf(probes.last?.finding),
  progress: ({ settings: { trialMs } }, { probes }) => ({
    elapsedMs: Math.min(probes.healthyMs, trialMs),
    lengthMs: trialMs,
  }),
}

/** A configuration that was not promoted goes back first; then nothing is changed any more. */
function endWhenOptedOut(state: State, work: Trial): State {
  if (!isForbidden(work, state)) return state
  if (!work.restarts) return leaveUnproven(state, work, 'live-file-ours')
  return goBack(state, work, { because: OptedOutInTrial(), verdict: 'none' })
}

/**
 * Before the first look after the restart, the starts that the rescue counted may be those of a kubelet that started before
 * state files were moved; before the first look in the boot in which it fired, those of one that found files of both sides of
 * the change, because the disk has lost a part of it. It also counts the ends of kubelets without a container runtime, and of
 * those with what ran before, if one started with that once the change had begun.
 */
const mayBlame = (
  state: State,
  { probes, stateFiles, others, podsInDoubt }: Trial,
  firedIn: string = state.at.bootId,
): boolean =>
  (probes.last?.bootId === firedIn || stateFiles.length === 0) &&
  podsInDoubt !== true &&
  !areOthersChanged(state, others) &&
  probes.runtimeMissed !== true

function probed(state: State, before: Trial, seen: Evidence): State {
  const work = withOthersRead(state, before, seen)
  const evidence = comparable(state, work, seen)
  if (isPutBack(state, work)) return probedAfterReturn(state, work, evidence)
  if (work.runsOther || mayRunOther(state, work, evidence)) return probedOther(state, work, evidence)
  if (readsUnknown(work)) return probedUnknown(state, work, evidence)
  const probes = withItsTime(state, work, afterProbe(work.probes, evidence, trialFinding, state.at))
  // Noted one look before the trial can pass: a promotion says whether it was proven.
  if (work.concernsSandboxes && evidence.sandbox.verdict === 'pass')
    return noted(state, { ...work, concernsSandboxes: false }, probes)
  return concluded(state, work, probes, evidence)
}

/**
 * A kubelet reads more than the live file, such as the drop-ins of other programs. When those change, a process that is older
 * does not run them, and one that is younger is not the document's alone.
 */
function withOthersRead(state: State, work: Trial, { service }: Evidence): Trial {
  const { probes, othersRead } = work
  if (state.seen.live === undefined || !isOther(probes, service)) return work
  // The one that ended had read that, as the next one will.
  if (service.mainPid === 0 && othersIn(state) === othersRead) return work
  return { ...work, othersRead: othersReadBy(service, state) }
}

/** Whether the kubelet has read what is not known to work. */
const readsUnknown = ({ others, othersRead }: Trial): boolean => others !== othersRead

/** The files that are there now are not those that the process has read. */
function comparable(state: State, { othersRead }: Trial, evidence: Evidence): Evidence {
  const { configz } = evidence
  if (configz.verdict !== 'fail' || state.seen.live === undefined || othersIn(state) === othersRead) return evidence
  return { ...evidence, configz: { verdict: 'unknown', because: configz.because } }
}

/** The rescue may have done it, whose mark is seen later, and have counted ends of which the document is not the cause. */
const probedAfterReturn = (state: State, work: Trial, { runtime }: Evidence): State =>
  goBack(state, work, {
    because: PutBackByOther(),
    verdict: mayBlame(state, work) && runtime.verdict !== 'fail' ? 'bad' : 'none',
  })

const noted = (state: State, work: Trial, probes: ProbeHistory): State =>
  noteProven(withJournal(state, { work: { ...work, probes } }), work.probes, probes)

const noteProven = (state: State, before: ProbeHistory, after: ProbeHistory): State =>
  isProven(after) && !isProven(before)
    ? withJournal(state, { cleanupTasks: [...state.journal.cleanupTasks, { kind: 'forget-starts' }] })
    : state

/** Without a look, such as when the document is gone from the disk, its trial ends nevertheless. */
function probeFailed(state: State, work: Trial, because: Fact): State {
  const { service } = state.seen
  if (service === undefined) return state
  return concluded(state, work, watched(work.probes, { kind: 'inconclusive', because }, service, state.at))
}

function concluded(state: State, work: Trial, probes: ProbeHistory, evidence?: Evidence): State {
  const next = noted(state, work, probes)
  const conclusion = trialConclusion(probes, state.settings)
  switch (conclusion.kind) {
    case 'open':
      return next
    case 'passed':
      if (!mayNotRunIt(state, work, evidence)) return promote(next, work)
      return holdOfRescue(work.config, state) === undefined
        ? restartWithinBudget(next)
        : leaveUnproven(next, work, 'rescue-connected')
    case 'failed':
      return goBack(
        next,
        { ...work, probes },
        { because: conclusion.because, verdict: verdictOnFailure(state, work, conclusion, evidence) },
      )
    case 'undecided':
      return giveUp(next, { ...work, probes }, conclusion, evidence)
  }
}

/**
 * Of a process that was not restarted for its trial, it shows that the document is what it runs, or its age does: a file that was written in
 * the second in which it started, it may have read or not. The node's own file may have been written by others since the
 * restart: then the process is older. Where a restart would take back what another program wrote, what runs stays.
 */
function mayNotRunIt(state: State, { config, restarts }: Trial, evidence: Evidence | undefined): boolean {
  const { live } = state.seen
  if (evidence?.configz.verdict === 'pass' || live === undefined || !hasContentOf(live, config)) return false
  return restarts ? config.source === 'local' && hasNotReadLive(state) : !hasReadLive(state)
}

/**
 * A process that may not have read it is no reason to remember a document as bad, and neither are pods that something else may have
 * ended: it is tried again, with a restart.
 */
function verdictOnFailure(
  state: State,
  work: Trial,
  { because }: Extract<Conclusion, { kind: 'failed' }>,
  evidence: Evidence | undefined,
): RollingBack['verdict'] {
  const { pods, service } = evidence ?? {}
  // An older agent does not note what is in doubt.
  const isOfOthers = work.podsInDoubt !== false && pods?.verdict === 'fail' && pods.because === because
  const isOfUnread = service !== undefined && service.mainPid !== 0 && mayNotRunIt(state, work, evidence)
  return isOfOthers || isOfUnread ? 'none' : 'bad'
}

/** What is not heard from the API server is not held against a document; if it answers, one that proves nothing is bad. */
function giveUp(
  state: State,
  work: Trial,
  { because, isUnheard }: Extract<Conclusion, { kind: 'undecided' }>,
  evidence: Evidence | undefined,
): State {
  if (staysUndecided(state, work))
    return saysNothing(because) ? waitAnew(state, work) : leaveUnproven(state, work, 'api-answers')
  return goBack(state, work, { because, verdict: isUnheard || evidence?.apiReachable === false ? 'unproven' : 'bad' })
}

/** Nothing speaks against what was not restarted for its trial, and there may be nothing to go back to. */
const staysUndecided = (state: State, work: Trial): boolean => !work.restarts || isWayBack(work, state)

/** Whoever starts the kubelet or its runtime again does not tell the agent: it goes on looking, and has the whole time then. */
const waitAnew = (state: State, work: Trial): State =>
  withJournal(state, { work: { ...work, probes: withoutWait(work.probes) } })

/** What was waited for a kubelet that could run does not count once there is one. */
function withItsTime(state: State, work: Trial, probes: ProbeHistory): ProbeHistory {
  const [before, now] = [work.probes, probes].map(({ last }) => causeOf(last?.finding))
  const couldNot = before !== undefined && saysNothing(before)
  const can = now === undefined || !saysNothing(now)
  return couldNot && can && staysUndecided(state, work) ? withoutWait(probes) : probes
}

const withoutWait = (probes: ProbeHistory): ProbeHistory => ({ ...probes, inconclusiveMs: 0 })

/** The node's own files, when nothing else was ever good: there is nothing to go back to, and nothing speaks against them. */
const isWayBack = ({ config }: Trial, { journal }: State): boolean => sameConfig(config, goodFor(config, journal))

/** If it works with the files of others, its trial begins anew; if not, nobody knows whose fault that is. */
function probedUnknown(state: State, work: Trial, evidence: Evidence): State {
  const probes = afterProbe(work.probes, evidence, returnFinding, state.at)
  const next = withJournal(state, { work: { ...work, probes } })
  const conclusion = returnConclusion(probes, state.settings)
  if (conclusion.kind === 'passed') return tryAnew(next, { ...work, probes, others: work.othersRead })
  return conclusion.kind === 'failed'
    ? goBack(next, { ...work, probes }, { because: conclusion.because, verdict: 'none' })
    : next
}

/**
 * Whether the kubelet may run something else than the document, now that another program has changed the live file: it started after that, or
 * was not restarted for its trial, and the time of the file does not say any more what it has read. Then nothing can be proven.
 */
function mayRunOther({ seen }: State, { config, probes, restarts }: Trial, { configz, service }: Evidence): boolean {
  const isOfOther = seen.live !== undefined && !hasContentOf(seen.live, config)
  return (
    isOfOther && (configz.verdict === 'fail' || ((!restarts || isOther(probes, service)) && configz.verdict !== 'pass'))
  )
}

/**
 * Nothing of the document can be proven any more. If the kubelet works with what it found, that stays; if not, its state
 * files may be those of the document, and the good configuration comes back with its own. While it may run the document, it
 * needs the evidence of a trial to stay.
 */
function probedOther(state: State, work: Trial, evidence: Evidence): State {
  const { settings, at } = state
  // Of a process that was not restarted for its trial, nobody knows which files of others it has read: that it shows something
  // else may be theirs.
  const showsOther = evidence.configz.verdict === 'fail' && work.restarts
  const judge = showsOther ? returnFinding : withoutConfigz
  const probes = afterProbe(work.probes, evidence, judge, at)
  const next = withJournal(state, { work: { ...work, runsOther: true, probes } })
  const conclusion = showsOther
    ? returnConclusion(probes, settings)
    : trialConclusion(probes, { ...settings, trialMs: 0 })
  switch (conclusion.kind) {
    case 'open':
      return next
    case 'passed':
      return ownFileIsUnread(state, work) ? restartWithinBudget(next) : leaveUnproven(next, work, 'live-file-ours')
    case 'failed':
    case 'undecided':
      return goBack(next, { ...work, probes }, { because: conclusion.because, verdict: 'none' })
  }
}

const withoutConfigz = (evidence: Evidence): Finding => {
  const { configz } = evidence
  return trialFinding('because' in configz ? { ...evidence, configz: { ...configz, verdict: 'unknown' } } : evidence)
}

/**
 * Somebody wrote the node's own file while the kubelet ran what the rescue had put back in its place: it runs the document
 * until it is restarted. One that started in the second of that write may have read it or not.
 */
const ownFileIsUnread = (state: State, { config, restarts }: Trial): boolean =>
  restarts && config.source === 'local' && !hasReadLive(state)

/** Until there is room in the budget of restarts, the trial stays open; so it does while the node is frozen. */
function restartWithinBudget(state: State): State {
  const { journal, settings, at } = state
  return roomAt(journal.restarts, settings.restartsPerHour, at) > at.uptimeMs ? state : beginRestarted(state)
}
