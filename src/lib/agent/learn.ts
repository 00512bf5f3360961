import type { Fact } from '../message/fact.ts'
import { armAnew, isPutBack } from './change/applying.ts'
import { areOthersChanged, withLive } from './change/beside.ts'
import { hasContentOf, isDrifted, othersIn } from './change/drift.ts'
import { goBack, goBackFromForgotten, goodFor } from './change/going-back.ts'
import { doubtingPods } from './change/pods-in-doubt.ts'
import { writingAnew } from './change/rolling-back.ts'
import { tryAnew } from './change/trial.ts'
import { withEnds } from './health/ends.ts'
import { forgetting, forgettingAsAnnotated } from './journal/bad.ts'
import type { Journal } from './journal/journal.ts'
import type { Applying, Trial } from './journal/work.ts'
import { type DecisionFact, PutBackByOther, Rescued } from './model/agent-messages.ts'
import { type Config, type DocumentVersion, documentSources, local, sameConfig } from './model/config.ts'
import type { NodeSeen, Sight } from './model/event.ts'
import type { LiveSeen, ServiceState } from './model/evidence.ts'
import { recent } from './state/budget.ts'
import { withText } from './state/kept-checkpoints.ts'
import { optOutOf } from './state/opted-out.ts'
import { learnFound } from './state/source-seen.ts'
import type { Seen, State } from './state/state.ts'
import { withJournal } from './state/state.ts'

/** What follows from a sight at once. What it changes about the assigned configuration follows later. */
export function learn(state: State, sight: Sight): State {
  switch (sight.kind) {
    case 'tick':
      return state
    case 'source':
      return learnSource(state, sight)
    case 'node':
      return learnNode(state, sight.node)
    case 'opt-out-file':
      return saw(state, { optOutFile: sight.mode ?? 'none' })
    case 'kubelet':
      return learnKubelet(state, sight.service, sight.version)
    case 'live':
      return learnLive(state, sight.live)
    case 'rescue':
      return sight.report === undefined ? state : learnRescue(state, sight.report)
    case 'rescue-connection':
      return saw(state, { disconnection: sight.problem })
    case 'report':
      return learnReport(state, sight.problem)
    case 'state-folder':
      return saw(state, { unwritable: sight.problem })
    case 'forget-bad':
      return { ...state, journal: forgetting(state.journal, sight.digest) }
  }
}

function learnSource(state: State, { source, found }: Extract<Sight, { kind: 'source' }>): State {
  const { journal, seen, at, settings } = state
  const before = [journal.active, ...configOfWork(state)].filter((config) => config.source === source)
  const learnt = learnFound(seen.sources[source], found, {
    now: at.uptimeMs,
    absenceMs: settings.absenceMs,
    before: before as readonly DocumentVersion[],
  })
  const next = withText(
    saw(state, { sources: { ...seen.sources, [source]: learnt } }),
    seen.sources[source].known,
    found,
  )
  return found.kind === 'unknown' ? next : apiAnswered(next)
}

const configOfWork = ({ journal: { work } }: State): readonly Config[] =>
  work.kind === 'Trial' || work.kind === 'Applying' ? [work.config] : []

function learnNode(state: State, node: NodeSeen | undefined): State {
  if (node === undefined) return saw(state, { node: 'none' })
  const journal = forgettingAsAnnotated({ ...state.journal, optOut: node.optOut }, node.forgetBad)
  const isNew = node.optOut !== state.journal.optOut || journal.forgotten !== state.journal.forgotten
  return apiAnswered(saw(isNew ? { ...state, journal } : state, { node }))
}

function learnReport(state: State, problem: Fact | undefined): State {
  const next = saw(state, { unreported: problem })
  return problem === undefined ? apiAnswered(next) : next
}

/** What waited for evidence that only the API server has can be tried again. */
const apiAnswered = (state: State): State =>
  state.journal.postponed?.until === 'api-answers' &&
  state.journal.work.kind === 'Settled' &&
  state.seen.unreported === undefined
    ? withJournal(state, { postponed: undefined })
    : state

function learnKubelet(state: State, service: ServiceState, version: string): State {
  const { work, kubeletVersion, bad } = state.journal
  const { seen, at, settings } = state
  const ends = seen.kubeletEnds
  const kubeletEnds = ends && withEnds(ends, { before: seen.service, now: service, at }, settings.crashThreshold)
  const doubting = work.kind === 'Applying' ? doubtingPods(state, work, service) : state
  const looked = saw(doubting, { service, serviceAt: at.uptimeMs, kubeletEnds: kubeletEnds ?? [] })
  const next = seen.service === undefined ? foundPutBack(looked) : looked
  if (version === '' || version === kubeletVersion) return next
  const journal = { kubeletVersion: version, bad: bad.filter((one) => one.kubeletVersion === version) }
  const renewed = withJournal(next, journal)
  return work.kind === 'Trial' && kubeletVersion !== undefined ? tryAnew(renewed, work) : renewed
}

/**
 * An agent that starts in the middle of a change finds the good content in place, and no mark, of which it would have heard
 * before. The rescue fired, and its mark is lost; or somebody did it; or an agent before this one, of which a full disk took
 * no note. That says nothing about the document; and what the kubelet has read since, nobody knows: it is restarted.
 */
function foundPutBack(state: State): State {
  const { work } = state.journal
  const hasBegun = work.kind === 'Trial' || (work.kind === 'Applying' && work.stage === 'restarting')
  if (!hasBegun || !isPutBack(state, work)) return state
  const because: DecisionFact = PutBackByOther()
  return goBack(state, work, { because, verdict: 'none' })
}

function learnLive(state: State, live: LiveSeen): State {
  const next = withOthers(withLive(state, live))
  const { active, postponed, work } = next.journal
  if (work.kind === 'Applying') return withoutOldPods(next, work)
  if (work.kind === 'RollingBack') return state.seen.live === undefined ? writingAnew(next, work) : next
  if (work.kind === 'DeadEnd') return live.content === 'ours' ? next : withOwnFile(next, live)
  if (work.kind !== 'Settled') return next
  if (!isDrifted(next))
    return postponed?.until === 'live-file-ours' ? withJournal(next, { postponed: undefined }) : next
  if (live.content === 'ours' && live.sha256 !== undefined) return withUnknown(next, live.sha256)
  return active.source === 'local' && live.content === 'foreign' ? withChore(next, 'capture-local') : next
}

/** Without a journal, or with an old one, whose chores are of another time: a document that is not known by name. */
const withUnknown = (state: State, sha256: string): State =>
  withJournal(state, {
    active: unknownVersion(sha256),
    chores: state.journal.chores.filter(({ kind }) => kind === 'acknowledge-rescue'),
  })

const withOthers = (state: State): State =>
  state.journal.others === undefined ? withJournal(state, { others: othersIn(state) }) : state

/** Somebody gave the node a file of its own again. */
function withOwnFile(state: State, { content }: LiveSeen): State {
  const next = withJournal(state, { active: local })
  return content === 'foreign' ? withChore(next, 'capture-local') : next
}

/** An agent that starts in the middle of a change notes the pods anew, if nothing was written: a reboot may have ended some. */
function withoutOldPods(state: State, work: Applying): State {
  const isStarting = state.busy === undefined && (work.stage === 'arming' || work.stage === 'writing')
  if (!isStarting || state.seen.live === undefined || hasContentOf(state.seen.live, work.config)) return state
  return withJournal(state, { work: { ...work, stage: 'noting', podsBefore: undefined } })
}

const unknownVersion = (sha256: string): Config => ({
  source: documentSources[0],
  digest: `unknown:${sha256}`,
  checkpoint: sha256,
  uid: '',
  resourceVersion: '',
  revision: undefined,
})

function learnRescue(state: State, { rescued, checkpoint }: RescueSeen): State {
  const { journal, seen } = state
  const { work, chores } = journal
  if (!rescued) return work.kind === 'Settled' ? armedForNothing(state, checkpoint) : state
  if (chores.some(({ kind }) => kind === 'acknowledge-rescue')) return state
  const noted = withChore(state, 'acknowledge-rescue')
  if (work.kind !== 'Trial' && work.kind !== 'Applying') return noted
  if (work.kind === 'Applying' && !hasBegun(work, checkpoint)) return armAnew(noted, work)
  // Otherwise the kubelet may run something else by now, and is restarted once more.
  const isBack = seen.live !== undefined && hasContentOf(seen.live, goodFor(work.config, journal))
  const isItsMark = checkpoint === checkpointOf(work.config)
  const verdict = isItsMark && isToBlame(work, state) ? 'bad' : 'none'
  return goBack(noted, work, { because: Rescued(), verdict, isBack })
}

/** Nothing is in trial: the orders are those of a trial that ended, or of one that a lost journal had. */
function armedForNothing(state: State, checkpoint: string | undefined): State {
  const { chores, active, provenBy } = state.journal
  if (chores.some(({ kind }) => kind === 'disarm')) return state
  if (optOutOf(state)?.mode === 'freeze') return withChore(state, 'disarm')
  if (isOfUnproven(state.journal, checkpoint)) return state
  const isForgotten = active.source === 'local' && provenBy === undefined
  return isForgotten
    ? goBackFromForgotten(state, checkpoint === undefined ? local : unknownVersion(checkpoint))
    : withChore(state, 'disarm')
}

/** What runs has to prove itself, or is left: until then the rescue protects it, and may have the last copy of what is good. */
const isOfUnproven = ({ active, lastKnownGood }: Journal, checkpoint: string | undefined): boolean =>
  active.source !== 'local' && active.checkpoint === checkpoint && !sameConfig(active, lastKnownGood)

/**
 * Before the restart is noted, and before the first look after it, the starts that the rescue counted may be those of what ran
 * before: of a document on trial, or of a kubelet that started before state files were moved. What ran before was proven
 * otherwise, so the document is to blame: one that takes the agent down with the kubelet must not be tried again and again.
 */
function isToBlame(work: Applying | Trial, state: State): boolean {
  const isUnseen = work.kind === 'Applying' || work.vigil.last === undefined
  if (isUnseen && work.stateFiles.length > 0) return false
  if (work.kind === 'Applying' && work.instead !== undefined) return false
  return !areOthersChanged(state, work.kind === 'Trial' ? work.others : state.journal.others)
}

const checkpointOf = (config: Config): string | undefined => (config.source === 'local' ? undefined : config.checkpoint)

type RescueSeen = NonNullable<Extract<Sight, { kind: 'rescue' }>['report']>

/** Whether the kubelet may have been restarted with it: what runs and is to prove itself again, it has from the beginning. */
const hasBegun = ({ stage, restarts, config }: Applying, checkpoint: string | undefined): boolean =>
  stage === 'restarting' ||
  (!restarts && stage === 'arming' && config.source !== 'local' && config.checkpoint === checkpoint)

function withChore(state: State, kind: 'disarm' | 'acknowledge-rescue' | 'capture-local'): State {
  const { chores } = state.journal
  return chores.some((chore) => chore.kind === kind) ? state : withJournal(state, { chores: [...chores, { kind }] })
}

/** What is known when an agent starts on another boot, or after a long time. */
export const rebased = (state: State): State =>
  withJournal(state, { restarts: recent(state.journal.restarts, state.at) })

const saw = (state: State, seen: Partial<Seen>): State => ({ ...state, seen: { ...state.seen, ...seen } })
