import type { Fact } from '../../message/fact.ts'
import { examination } from '../decide/examined.ts'
import { returnConclusion } from '../health/conclusion.ts'
import { causeOf, returnFinding } from '../health/finding.ts'
import { afterProbe, newProbeHistory } from '../health/probe-history.ts'
import { goodFor } from '../journal/journal.ts'
import type { RollingBack, Work } from '../journal/work.ts'
import { ReturnBlocked } from '../model/agent-messages.ts'
import type { Announcement } from '../model/announcement.ts'
import { sameConfig } from '../model/config.ts'
import type { Effect, StateFilesRemoval } from '../model/effect.ts'
import type { Evidence, LiveSeen, ServiceState } from '../model/evidence.ts'
import { instantOf } from '../model/instant.ts'
import type { Verdict } from '../model/verdict.ts'
import { withoutBackoff } from '../state/backoff.ts'
import { roomAt } from '../state/budget.ts'
import { hasContentOf, putting } from '../state/live-file.ts'
import { hasReadLive } from '../state/process-age.ts'
import { type State, withJournal } from '../state/state.ts'
import type { Behavior } from './behavior.ts'
import { probeEffect } from './probes.ts'
import {
  allStateFiles,
  endWithoutReturn,
  fallBack,
  finishRollback,
  isOriginalLost,
  withRestartNoted,
} from './transitions.ts'

/** What was good is put back, and has to work. */
export const rollingBack: Behavior<RollingBack> = {
  resumed: (state, { stage }) => (stage === 'restarting' ? withRestartNoted(state) : state),
  moves,
  nextEffect,
  sawLive,
  sawRescued: takenBack,
  examined: (state, work, verdict) => (work.stage === 'examining' ? examined(state, work, verdict) : undefined),
  restarted: (state, work, service) => (work.stage === 'restarting' ? checking(state, work, service) : state),
  probed,
  done,
  failed,
  phase: () => 'RollingBack',
  problem: (state, { because }) => blocked(state) ?? because,
  finding: ({ probes }) => causeOf(probes.last?.finding),
  announced,
}

/** The rescue, or somebody, wrote it already: a full disk does not matter then. */
function moves(state: State, work: RollingBack): State {
  const { live } = state.seen
  const isWritten = work.stage === 'writing' && live !== undefined && hasContentOf(live, work.to)
  return isWritten ? written(state, work) : state
}

function nextEffect(state: State, work: RollingBack): Effect | undefined {
  switch (work.stage) {
    case 'examining':
      return examination({ config: work.to, acceptedRisks: [] }, state)
    case 'disarming':
      return { kind: 'disarm' }
    case 'writing':
      return putting(work.to, state)
    case 'restarting': {
      const { writtenAt, stateFiles } = work
      const since = writtenAt?.bootId === state.at.bootId ? writtenAt.uptimeMs : 0
      return { kind: 'restart', since, stateFiles: stateFiles.kind === 'aside' ? leftBehind(stateFiles) : stateFiles }
    }
    case 'checking':
      return probeEffect(state, { ...work, config: work.to, podsBefore: undefined, concernsSandboxes: false })
  }
}

/**
 * An agent that starts finds another document of its own in place: somebody put an older state there, or the disk has lost what
 * it said it had. It is written once more; what another program wrote is not fought over.
 */
function sawLive(state: State, work: RollingBack, { live, isFirst }: LiveObservation): State {
  const isRescued = state.journal.cleanupTasks.some(({ kind }) => kind === 'acknowledge-rescue')
  const back = isRescued ? takenBack(state, work) : state
  if (back !== state) return back
  const isWritten = work.stage === 'restarting' || work.stage === 'checking'
  const isLost = isWritten && live.content === 'ours' && !hasContentOf(live, work.to)
  return isFirst && isLost ? to(state, { ...work, stage: 'writing' }) : state
}

/**
 * What was good could not be written, so that the node's own files were to come back, or did; meanwhile the rescue, whose orders could not be
 * removed, has put it into its place, with its state files, and the kubelet runs with it.
 */
function takenBack(state: State, work: RollingBack): State {
  const { live } = state.seen
  const { active, lastKnownGood } = state.journal
  // What is about to be written replaces it, and the kubelet is restarted.
  if (work.stage === 'writing' || live === undefined || sameConfig(active, lastKnownGood)) return state
  if (!sameConfig(goodFor(work.from, state.journal), lastKnownGood) || !hasContentOf(live, lastKnownGood)) return state
  return withJournal(state, {
    active: lastKnownGood,
    work: {
      ...work,
      to: lastKnownGood,
      stage: 'checking',
      isLastResort: false,
      probes: newProbeHistory(undefined, state.at, work.probes),
    },
  })
}

interface LiveObservation {
  readonly live: LiveSeen
  readonly isFirst: boolean
}

/**
 * Those of what is left do not come back, whoever goes on: the rescue, whose orders may stay for a while, would put them beside
 * what it puts back. A state of any version says `aside`.
 */
const leftBehind = ({ names }: { readonly names: readonly string[] }): StateFilesRemoval => ({ kind: 'removed', names })

/** All are left behind when nobody can say which. */
function examined(state: State, work: RollingBack, verdict: Verdict | undefined): State {
  const names = verdict?.kind === 'usable' ? verdict.stateFiles : verdict?.kind === 'same' ? [] : allStateFiles
  return to(state, {
    ...work,
    stage: 'writing',
    stateFiles: names.length > 0 ? { kind: 'aside', names } : { kind: 'leave' },
  })
}

const checking = (state: State, work: RollingBack, service: ServiceState): State =>
  to(state, { ...work, stage: 'checking', probes: newProbeHistory(service, state.at, work.probes) })

function probed(state: State, work: RollingBack, evidence: Evidence): State {
  if (work.stage !== 'checking') return state
  const probes = afterProbe(work.probes, evidence, returnFinding, state.at)
  const next = to(state, { ...work, probes })
  const conclusion = returnConclusion(probes, state.settings)
  switch (conclusion.kind) {
    case 'passed':
      return isUnread(next, work) ? rewrite(next, work) : finishRollback(next, work)
    case 'failed':
      return fallBack(next, { ...work, probes })
    case 'open':
    case 'undecided':
      return next
  }
}

/**
 * Another program wrote the node's own file after the kubelet had started with what the rescue, or an older state of the disk, put into
 * its place: what works is not what is about to be called good.
 */
const isUnread = (state: State, { to: config }: RollingBack): boolean =>
  config.source === 'local' && state.seen.live?.content === 'foreign' && !hasReadLive(state)

/** Until there is room in the budget of restarts, what works stays. */
function rewrite(state: State, work: RollingBack): State {
  const { journal, settings, at } = state
  const isSpent = roomAt(journal.restarts, settings.restartsPerHour, at) > at.uptimeMs
  return isSpent ? state : to(state, { ...work, stage: 'writing', stateFiles: { kind: 'leave' } })
}

function done(state: State, work: RollingBack): State {
  switch (work.stage) {
    case 'disarming':
      return to(state, { ...work, stage: work.isLastResort ? 'writing' : 'examining' })
    case 'writing':
      return written(state, work)
    case 'examining':
    case 'restarting':
    case 'checking':
      return state
  }
}

const written = (state: State, work: RollingBack): State =>
  to(withRestartNoted(withJournal(state, { active: work.to })), {
    ...work,
    stage: 'restarting',
    writtenAt: instantOf(state.at),
  })

const mostWrites = 3

/** It goes on by all means: a damaged checkpoint must not keep a node without a kubelet. */
function failed(state: State, work: RollingBack, effect: Effect, because: Fact): State {
  if (effect.kind === 'probe') return state
  switch (work.stage) {
    case 'examining':
      return examined(state, work, undefined)
    case 'disarming':
      return (state.backoffs.disarm?.times ?? 0) < mostWrites ? state : done(state, work)
    case 'writing':
      return writeFailed(state, work, because)
    case 'restarting':
      return withRestartNoted(state)
    case 'checking':
      return state
  }
}

function writeFailed(state: State, work: RollingBack, because: Fact): State {
  const { write, 'capture-local': capture } = state.backoffs
  // It is in the live file in any case: only its copy waits.
  if ((capture?.times ?? 0) >= mostWrites) return written(withoutBackoff(state, 'capture-local'), work)
  if ((write?.times ?? 0) < mostWrites) return state
  if (work.to.source !== 'local') return fallBack(state, work)
  return isOriginalLost(because)
    ? endWithoutReturn(withFound(withoutBackoff(state, 'write'), work), work, because)
    : state
}

/** What stays is what is there, also when the agent that wrote it did not live to note that. */
const withFound = (state: State, { from }: RollingBack): State =>
  state.seen.live !== undefined && hasContentOf(state.seen.live, from) ? withJournal(state, { active: from }) : state

/** What keeps a node from going back, once it has failed again and again. */
function blocked({ backoffs }: State): Fact | undefined {
  const backoff = [backoffs.write, backoffs.restart].find((one) => (one?.times ?? 0) >= mostWrites)
  return backoff && ReturnBlocked({ because: backoff.because })
}

function announced({ from, because }: RollingBack, before: Work): Announcement | undefined {
  return before.kind === 'RollingBack' ? undefined : { kind: 'RollingBack', config: from, because }
}

const to = (state: State, work: RollingBack): State => withJournal(state, { work })
