import { whyFailing } from '../health/ends.ts'
import type { Journal } from '../journal/journal.ts'
import type { Settled, Work } from '../journal/work.ts'
import { SandboxesNotProven } from '../model/agent-messages.ts'
import type { Announcement } from '../model/announcement.ts'
import { local, sameConfig } from '../model/config.ts'
import type { LiveSeen } from '../model/evidence.ts'
import { hasContentOf } from '../state/live-file.ts'
import { optOutOf } from '../state/opted-out.ts'
import { lostRecently, type State, withCleanupTask, withJournal } from '../state/state.ts'
import type { Behavior } from './behavior.ts'
import { goBackFromForgotten, unknownVersion, withUnknown } from './transitions.ts'

/** Nothing is under way: the assigned configuration says what comes next. */
export const settled: Behavior<Settled> = {
  moves: goBackWhenForgotten,
  mayChange: ({ journal }) => journal.cleanupTasks.length === 0,
  sawLive,
  sawArmed,
  isDrifted,
  failing,
  announced,
}

/**
 * Without its journal, an agent does not know what was under way. A kubelet that does not run with the node's own files may
 * be at the end of a way back, before the state files of another policy were moved aside: that way is gone to its end.
 */
function goBackWhenForgotten(state: State): State {
  const { journal, seen, settings } = state
  const { active, provenBy, cleanupTasks } = journal
  const isForgotten = lostRecently(state) !== undefined && active.source === 'local' && provenBy === undefined
  if (!isForgotten || cleanupTasks.length > 0 || seen.optOutFile === undefined || seen.live?.content !== 'local')
    return state
  if (settings.dryRun || optOutOf(state)?.mode === 'freeze' || failing(state) === undefined) return state
  return goBackFromForgotten(state, local)
}

function isDrifted({ journal }: State, _: Settled, live: LiveSeen): boolean {
  return !hasContentOf(live, journal.active)
}

function sawLive(state: State, work: Settled, { live }: { readonly live: LiveSeen }): State {
  const { active, postponed } = state.journal
  if (!isDrifted(state, work, live))
    return postponed?.until === 'live-file-ours' ? withJournal(state, { postponed: undefined }) : state
  if (live.content === 'ours' && live.sha256 !== undefined) return withUnknown(state, live.sha256)
  return active.source === 'local' && live.content === 'foreign' ? withCleanupTask(state, 'capture-local') : state
}

/** Nothing is in trial: the orders are those of a trial that ended, or of one that a lost journal had. */
function sawArmed(state: State, _: Settled, checkpoint: string | undefined): State {
  const { cleanupTasks, active, provenBy } = state.journal
  if (cleanupTasks.some(({ kind }) => kind === 'disarm')) return state
  if (optOutOf(state)?.mode === 'freeze') return withCleanupTask(state, 'disarm')
  if (isOfUnproven(state.journal, checkpoint)) return state
  const isForgotten = active.source === 'local' && provenBy === undefined
  return isForgotten
    ? goBackFromForgotten(state, checkpoint === undefined ? local : unknownVersion(checkpoint))
    : withCleanupTask(state, 'disarm')
}

/** What runs has to prove itself, or is left: until then the rescue protects it, and may have the last copy of what is good. */
const isOfUnproven = ({ active, lastKnownGood }: Journal, checkpoint: string | undefined): boolean =>
  active.source !== 'local' && active.checkpoint === checkpoint && !sameConfig(active, lastKnownGood)

/** A trial and a return look for themselves. What was proven is not given up for it: the cause may be anything. */
function failing({ seen, settings, at }: State) {
  const { service, kubeletEnds } = seen
  return service && whyFailing(service, { ends: kubeletEnds ?? [], most: settings.crashThreshold, at })
}

function announced(_: Settled, before: Work, { journal }: State): Announcement | undefined {
  if (before.kind === 'RollingBack') return { kind: 'RolledBack', config: before.from, because: before.because }
  if (before.kind !== 'Trial') return undefined
  const { lastKnownGood, provenBy, kubeletVersion } = journal
  if (!sameConfig(before.config, lastKnownGood) || provenBy !== kubeletVersion) return undefined
  return { kind: 'TrialPassed', config: before.config, because: before.concernsSandboxes ? notProven : undefined }
}

const notProven = SandboxesNotProven()
