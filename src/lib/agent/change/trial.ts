import type { Fact } from '../../message/fact.ts'
import { returnConclusion, trialConclusion } from '../health/conclusion.ts'
import { type Finding, returnFinding, trialFinding } from '../health/finding.ts'
import { afterLook, isOther, isProven, newVigil, type Vigil, watched } from '../health/vigil.ts'
import type { Trial } from '../journal/work.ts'
import { OptedOutInTrial, PutBackByOther } from '../model/agent-messages.ts'
import { sameConfig } from '../model/config.ts'
import type { Evidence } from '../model/evidence.ts'
import { roomAt } from '../state/budget.ts'
import { isForbidden } from '../state/opted-out.ts'
import { hasNotReadLive } from '../state/process-age.ts'
import type { State } from '../state/state.ts'
import { withJournal } from '../state/state.ts'
import { beginRestarted, isPutBack } from './applying.ts'
import { areOthersChanged, comparable, readsUnknown, withOthersRead } from './beside.ts'
import { hasContentOf } from './drift.ts'
import { goBack, goodFor } from './going-back.ts'
import { verdictOnFailure } from './pods-in-doubt.ts'
import { leaveUnproven, promote } from './settling.ts'

export function lookedInTrial(state: State, before: Trial, seen: Evidence): State {
  const work = withOthersRead(state, before, seen)
  const evidence = comparable(state, work, seen)
  if (isPutBack(state, work)) return lookedAtPutBack(state, work)
  if (work.runsOther || mayRunOther(state, work, evidence)) return lookedAtOther(state, work, evidence)
  if (readsUnknown(work)) return lookedWithUnknown(state, work, evidence)
  const vigil = afterLook(work.vigil, evidence, trialFinding, state.at)
  // Noted one look before the trial can pass: a promotion says whether it was proven.
  if (work.concernsSandboxes && evidence.sandbox.verdict === 'pass')
    return noted(state, { ...work, concernsSandboxes: false }, vigil)
  return concluded(state, work, vigil, evidence.pods)
}

/** The rescue may have done it, and have counted ends with the files of others. */
const lookedAtPutBack = (state: State, work: Trial): State =>
  goBack(state, work, {
    because: PutBackByOther(),
    verdict: areOthersChanged(state, work.others) ? 'none' : 'bad',
  })

const noted = (state: State, work: Trial, vigil: Vigil): State =>
  noteProven(withJournal(state, { work: { ...work, vigil } }), work.vigil, vigil)

/** Without a look, such as when the document is gone from the disk, its trial ends nevertheless. */
export function lookFailedInTrial(state: State, work: Trial, because: Fact): State {
  const { service } = state.seen
  if (service === undefined) return state
  return concluded(state, work, watched(work.vigil, { kind: 'inconclusive', because }, service, state.at))
}

function concluded(state: State, work: Trial, vigil: Vigil, pods?: Evidence['pods']): State {
  const looked = noted(state, work, vigil)
  const conclusion = trialConclusion(vigil, state.settings)
  switch (conclusion.kind) {
    case 'open':
      return looked
    case 'passed':
      return promote(looked, work)
    case 'failed':
      return goBack(
        looked,
        { ...work, vigil },
        { because: conclusion.because, verdict: verdictOnFailure(work, conclusion, pods) },
      )
    case 'undecided':
      return giveUp(looked, work, conclusion)
  }
}

/** If it works with the files of others, its trial begins anew; if not, nobody knows whose fault that is. */
function lookedWithUnknown(state: State, work: Trial, evidence: Evidence): State {
  const vigil = afterLook(work.vigil, evidence, returnFinding, state.at)
  const looked = withJournal(state, { work: { ...work, vigil } })
  const conclusion = returnConclusion(vigil, state.settings)
  if (conclusion.kind === 'passed') return tryAnew(looked, { ...work, vigil, others: work.othersRead })
  return conclusion.kind === 'failed'
    ? goBack(looked, { ...work, vigil }, { because: conclusion.because, verdict: 'none' })
    : looked
}

/**
 * Nothing of the document can be proven any more. If the kubelet works with what it found, that stays; if not, its state
 * files may be those of the document, and the good configuration comes back with its own. While it may run the document, it
 * needs the evidence of a trial to stay.
 */
function lookedAtOther(state: State, work: Trial, evidence: Evidence): State {
  const { settings, at } = state
  // Of a process that was not restarted for its trial, nobody knows which files of others it has read: that it shows something
  // else may be theirs.
  const showsOther = evidence.configz.verdict === 'fail' && work.restarts
  const judge = showsOther ? returnFinding : withoutConfigz
  const vigil = afterLook(work.vigil, evidence, judge, at)
  const looked = withJournal(state, { work: { ...work, runsOther: true, vigil } })
  const conclusion = showsOther
    ? returnConclusion(vigil, settings)
    : trialConclusion(vigil, { ...settings, trialMs: 0 })
  switch (conclusion.kind) {
    case 'open':
      return looked
    case 'passed':
      return ownFileIsUnread(state, work) ? readOwnFile(looked) : leaveUnproven(looked, work, 'live-file-ours')
    case 'failed':
    case 'undecided':
      return goBack(looked, { ...work, vigil }, { because: conclusion.because, verdict: 'none' })
  }
}

/**
 * Somebody wrote the node's own file while the kubelet ran what the rescue had put back in its place: it runs the document
 * until it is restarted.
 */
const ownFileIsUnread = (state: State, { config, restarts }: Trial): boolean =>
  restarts && config.source === 'local' && hasNotReadLive(state)

/** Within the budget of restarts: until there is room, the trial stays open. */
function readOwnFile(state: State): State {
  const { journal, settings, at } = state
  return roomAt(journal.restarts, settings.restartsPerHour, at) > at.uptimeMs ? state : beginRestarted(state)
}

const withoutConfigz = (evidence: Evidence): Finding => {
  const { configz } = evidence
  return trialFinding('because' in configz ? { ...evidence, configz: { ...configz, verdict: 'unknown' } } : evidence)
}

/** Whether the kubelet may have started from what another program left in the live file: then nothing can be proven. */
function mayRunOther({ seen }: State, { config, vigil }: Trial, { configz, service }: Evidence): boolean {
  const isDrifted = seen.live !== undefined && !hasContentOf(seen.live, config)
  return isDrifted && (configz.verdict === 'fail' || (isOther(vigil, service) && configz.verdict !== 'pass'))
}

/** What is not heard from the API server is not held against a document; if it answers, one that proves nothing is bad. */
function giveUp(state: State, work: Trial, { because, isUnheard }: { because: Fact; isUnheard: boolean }): State {
  if (!work.restarts || isWayBack(work, state)) return leaveUnproven(state, work, 'api-answers')
  return goBack(state, work, { because, verdict: isUnheard ? 'unproven' : 'bad' })
}

/** The node's own files, when nothing else was ever good: there is nothing to go back to, and nothing speaks against them. */
const isWayBack = ({ config }: Trial, { journal }: State): boolean => sameConfig(config, goodFor(config, journal))

const noteProven = (state: State, before: Trial['vigil'], after: Trial['vigil']): State =>
  isProven(after) && !isProven(before)
    ? withJournal(state, { chores: [...state.journal.chores, { kind: 'forget-starts' }] })
    : state

/** A configuration that was not promoted goes back first; then nothing is changed any more. */
export function endWhenOptedOut(state: State, work: Trial): State {
  if (!isForbidden(work, state)) return state
  if (!work.restarts) return leaveUnproven(state, work, 'live-file-ours')
  return goBack(state, work, { because: OptedOutInTrial(), verdict: 'none' })
}

/**
 * Another version of the kubelet has to be convinced anew, and one that has read other files, too. What a process has read
 * was found out when it was new: it is no other one because its trial begins anew.
 */
export function tryAnew(state: State, work: Trial): State {
  const { pulse, process } = work.vigil
  return withJournal(state, { work: { ...work, vigil: { ...newVigil(state.seen.service, state.at, pulse), process } } })
}
