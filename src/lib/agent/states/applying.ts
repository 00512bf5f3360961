import type { Fact } from '../../message/fact.ts'
import { isGivenBy } from '../decide/assigned.ts'
import { noHeartbeats, withHeartbeats } from '../health/heartbeats.ts'
import { goodFor } from '../journal/journal.ts'
import type { Applying, Work } from '../journal/work.ts'
import {
  AppliedWithWarnings,
  BalloonHoldsRoom,
  MachineShutsDown,
  OptedOutInTrial,
  PodsNotRead,
  RestartFailed,
  RolloutMissing,
  RolloutMoved,
  RolloutUnreadable,
} from '../model/agent-messages.ts'
import type { Announcement } from '../model/announcement.ts'
import type { Effect } from '../model/effect.ts'
import type { EffectResult, Found, RescueSeen } from '../model/event.ts'
import type { LiveSeen, ServiceState } from '../model/evidence.ts'
import { instantOf } from '../model/instant.ts'
import type { Phase } from '../model/phase.ts'
import type { Verdict } from '../model/verdict.ts'
import { withBackoff, withoutBackoff } from '../state/backoff.ts'
import { goesWithoutRescue } from '../state/connection.ts'
import { areOthersChanged, hasContentOf, isPutBack, putting } from '../state/live-file.ts'
import { isForbidden } from '../state/opted-out.ts'
import { hasReadLive } from '../state/process-age.ts'
import { type State, withJournal } from '../state/state.ts'
import type { Behavior } from './behavior.ts'
import {
  abandon,
  beginTrial,
  goBack,
  goBackAsRescued,
  goBackIfPutBack,
  isOriginalLost,
  withRestartNoted,
} from './transitions.ts'

/** A configuration is put into the live file, and the kubelet restarted with it. */
export const applying: Behavior<Applying> = {
  resumed,
  moves: stopWhenOptedOut,
  nextEffect,
  sawLive,
  sawKubelet,
  sawUnarmed,
  sawRescued,
  podsNoted,
  restarted: (state, work, service) => (work.stage === 'restarting' ? beginTrial(state, work, service) : state),
  done: (state, work, effect) => (isOfStage(work, effect) ? done(state, work) : state),
  failed: (state, work, effect, because) => (isOfStage(work, effect) ? failed(state, work, because) : state),
  phase,
  announced,
}

function resumed(state: State, work: Applying): State {
  if (work.stage === 'writing') return at(state, inDoubt(state, work))
  return work.stage === 'restarting' ? withRestartNoted(state) : state
}

/** Of a write whose end nobody has seen, or nobody waits for any more. */
const inDoubt = (state: State, work: Applying): Applying =>
  work.stage === 'writing' ? { ...work, writtenAt: instantOf(state.at) } : work

/** An opt-out stops a change towards a document; what was written already is put back first. */
function stopWhenOptedOut(state: State, work: Applying): State {
  if (!isForbidden(work, state)) return state
  const because = OptedOutInTrial()
  if (work.stage === 'noting' || work.stage === 'arming') return undo(state, work, because)
  return goBack(state, work, { because, verdict: 'none' })
}

function nextEffect(state: State, work: Applying): Effect | undefined {
  if (!mayGoOn(state, work)) return undefined
  const { config, stateFiles, writtenAt } = work
  switch (work.stage) {
    case 'noting':
      return { kind: 'note-pods', ...(asksForRollout(work) && { rollout: true }) }
    case 'arming': {
      if (isRescueMarked(state)) return undefined
      const threshold = state.settings.crashThreshold
      return { kind: 'arm', config, good: goodFor(config, state.journal), threshold, stateFiles }
    }
    case 'writing':
      return putting(config, state)
    case 'restarting': {
      const since = writtenAt?.bootId === state.at.bootId ? writtenAt.uptimeMs : 0
      return {
        kind: 'restart',
        since,
        stateFiles: stateFiles.length === 0 ? { kind: 'leave' } : { kind: 'aside', names: stateFiles },
      }
    }
  }
}

/** While no agent ran, it may have been forbidden, or undone by the rescue: of the kubelet, an agent that starts hears last. */
const mayGoOn = ({ seen }: State, { stage }: Applying): boolean =>
  seen.optOutFile !== undefined && (stage !== 'restarting' || seen.service !== undefined)

/** The rescue has fired, and has no orders any more. */
const isRescueMarked = ({ journal }: State): boolean =>
  journal.cleanupTasks.some(({ kind }) => kind === 'acknowledge-rescue')

/** An agent that starts in the middle of a change notes the pods anew, if nothing was written: a reboot may have ended some. */
function sawLive(state: State, work: Applying, { live }: { readonly live: LiveSeen }): State {
  const isStarting = state.busy === undefined && (work.stage === 'arming' || work.stage === 'writing')
  if (!isStarting || hasContentOf(live, work.config)) return state
  return at(state, { ...work, stage: 'noting', podsBefore: undefined, instead: doubted(state, work) })
}

/** What has put the good content back may have done it because of the change: that says nothing about what was on trial before. */
const doubted = (state: State, { instead }: Applying): Applying['instead'] =>
  instead?.kind === 'Trial' && isPutBack(state, instead) ? { ...instead, podsInDoubt: true } : instead

function sawKubelet(state: State, work: Applying, before: ServiceState | undefined): State {
  if (before !== undefined) return doubtingPods(state, work, before)
  return work.stage === 'restarting' ? goBackIfPutBack(state, work) : state
}

/** A kubelet that starts with what ran before may end pods that are noted for what comes. */
function doubtingPods(state: State, work: Applying, before: ServiceState): State {
  const { service: now, live } = state.seen
  if (work.podsBefore === undefined || work.podsInDoubt === true || now === undefined) return state
  const isInDoubt = startsBetween(before, now) > (startedWith(work, now, live) ? 1 : 0)
  return isInDoubt ? at(state, { ...work, podsInDoubt: true }) : state
}

function startsBetween(before: ServiceState, now: ServiceState): number {
  const isOther = now.mainPid !== 0 && (now.mainPid !== before.mainPid || now.startedAtMs !== before.startedAtMs)
  return Math.max(now.restarts - before.restarts, isOther ? 1 : 0)
}

/** Whether it has read the configuration of the change. */
function startedWith(
  { config }: Applying,
  { mainPid, startedAtMs }: ServiceState,
  live: LiveSeen | undefined,
): boolean {
  if (live === undefined || !hasContentOf(live, config)) return false
  return mainPid !== 0 && startedAtMs !== undefined && startedAtMs > (live.changedAtMs ?? 0)
}

/** A disk has kept the end of the change, and not the state that says so. */
function sawUnarmed(state: State, work: Applying): State {
  const isArmed = work.stage === 'writing' || work.stage === 'restarting'
  return isArmed && !isPutBack(state, work) ? at(state, { ...inDoubt(state, work), stage: 'arming' }) : state
}

/** Before the kubelet is restarted, it is armed anew: that restart must not be without a rescue. */
function sawRescued(state: State, work: Applying, { checkpoint }: RescueSeen): State {
  if (hasBegun(work, checkpoint)) return goBackAsRescued(state, work, { checkpoint, mayBlame: mayBlame(state, work) })
  return work.stage === 'noting' ? state : at(state, { ...inDoubt(state, work), stage: 'arming' })
}

/** Whether the kubelet may have been restarted with it: what runs and is to prove itself again, it has from the beginning. */
const hasBegun = ({ stage, restarts, config }: Applying, checkpoint: string | undefined): boolean =>
  stage === 'restarting' ||
  (!restarts && stage === 'arming' && config.source !== 'local' && config.checkpoint === checkpoint)

/**
 * Before the restart is noted, the starts that the rescue counted may be those of what ran before: of a document on trial, or of
 * a kubelet that started before state files were moved. What ran before was proven otherwise, so the document is to blame: one
 * that takes the agent down with the kubelet must not be tried again and again.
 */
const mayBlame = (state: State, { stateFiles, instead }: Applying): boolean =>
  stateFiles.length === 0 && instead === undefined && !areOthersChanged(state, state.journal.others)

type Noted = Extract<EffectResult, { kind: 'pods' }>

/**
 * A change without its pods is put off: what it did to them could not be seen. To prove what runs, the machine may be
 * enough.
 */
function podsNoted(state: State, work: Applying, noted: Noted): State {
  if (work.stage !== 'noting') return state
  const { uids: podsBefore, heartbeats, rollout, shutsDown } = noted
  const refusal = shutsDown
    ? MachineShutsDown()
    : podsBefore === undefined
      ? undefined
      : refusalBy(rollout, work, state)
  if (refusal !== undefined) return undo(withBackoff(state, 'note-pods', refusal), work, refusal)
  if (isInTheWay(work, noted, state)) {
    const because = BalloonHoldsRoom()
    return undo(withBackoff(withBalloon(state), 'note-pods', because), work, because)
  }
  const heartbeatsSeen =
    heartbeats === undefined ? work.heartbeatsSeen : withHeartbeats(work.heartbeatsSeen ?? noHeartbeats, heartbeats)
  if (podsBefore !== undefined || !work.restarts)
    return at(state, { ...work, podsBefore, podsInDoubt: false, heartbeatsSeen, stage: 'arming' })
  const because = PodsNotRead()
  return undo(withBackoff(state, 'note-pods', because), work, because)
}

/**
 * Whether a rollout may forbid the change: also where the agent has heard of none, since its watch may lag behind a policy that is new.
 * What runs already and is to prove itself needs no gate.
 */
const asksForRollout = ({ config, restarts }: Applying): boolean => restarts && config.source === 'global'

/** Why the API server, asked right before the restart, does not let the node change; undefined: it does. */
function refusalBy(found: Found | undefined, work: Applying, state: State): Fact | undefined {
  if (!asksForRollout(work)) return undefined
  if (found === undefined) return RolloutMoved()
  const isGated = state.journal.gated === true
  switch (found.kind) {
    case 'absent':
      return isGated ? RolloutMissing() : undefined
    case 'forbidden':
      return isGated ? RolloutUnreadable({ because: found.because }) : undefined
    case 'unreadable':
    case 'unknown':
      return RolloutUnreadable({ because: found.because })
    default:
      return isGivenBy(found, work.config, state) ? undefined : RolloutMoved()
  }
}

/** Whether a balloon holds room that pods may need after the restart. Without a verdict, as after a restart of the agent, it may. */
function isInTheWay({ allocatable }: Applying, { balloonHolds }: Noted, { examined }: State): boolean {
  const verdict = examined?.verdict
  return (
    balloonHolds && allocatable !== undefined && !(verdict?.kind === 'usable' && verdict.balloon === 'not-in-the-way')
  )
}

/** Everything about it is asked again. */
function withBalloon(state: State): State {
  const { node } = state.seen
  const seen = typeof node === 'object' ? { ...node, balloonGaveBack: false } : node
  return { ...state, examined: undefined, seen: { ...state.seen, node: seen } }
}

/** Whether an effect is that of the stage; otherwise the change has moved on since it began. */
const isOfStage = ({ stage }: Applying, { kind }: Effect): boolean => effectsOf[stage].includes(kind)

const effectsOf: Readonly<Record<Applying['stage'], readonly Effect['kind'][]>> = {
  noting: ['note-pods'],
  arming: ['arm'],
  writing: ['write', 'capture-local'],
  restarting: ['restart'],
}

function done(state: State, work: Applying): State {
  switch (work.stage) {
    case 'arming':
      if (isForbidden(work, state)) return undo(state, work, OptedOutInTrial())
      // Whether it fired before or after it was armed cannot be told.
      return isRescueMarked(state) ? state : armed(state, work)
    case 'writing': {
      const written = withJournal(state, { active: work.config, shadowedByFlags: work.shadowedByFlags })
      return at(withRestartNoted(written), { ...work, stage: 'restarting', writtenAt: instantOf(state.at) })
    }
    case 'noting':
    case 'restarting':
      return state
  }
}

const armed = (state: State, work: Applying): State =>
  work.restarts ? at(state, { ...work, stage: 'writing' }) : beginTrial(state, work, state.seen.service)

const mostRestarts = 3

/** Until the live file is written, giving up leaves everything as it was. */
function failed(state: State, work: Applying, because: Fact): State {
  // There is nothing that a rescue could put back, or nobody who would run it.
  if (work.stage === 'arming' && (isOriginalLost(because) || goesWithoutRescue(work, because)))
    return armed(withoutBackoff(state, 'arm'), work)
  if (work.stage !== 'restarting') return undo(state, work, because)
  if ((state.backoffs.restart?.times ?? 0) < mostRestarts) return withRestartNoted(state)
  return goBack(state, work, { because: RestartFailed({ because }), verdict: 'none' })
}

const undo = (state: State, work: Applying, because: Fact): State =>
  mayBeRead(state, work) ? goBack(state, work, { because, verdict: 'none' }) : giveUp(state, work)

/** Whether a kubelet has read the configuration, or will: it was written already, and what is there now need not be what runs. */
function mayBeRead(state: State, { config, stage, restarts, writtenAt }: Applying): boolean {
  const { live } = state.seen
  if (!restarts) return false
  if (live === undefined) return stage === 'writing' || writtenAt !== undefined
  return hasContentOf(live, config) || (writtenAt !== undefined && !hasReadLive(state))
}

/** Nothing was written: everything is as it was. */
function giveUp(state: State, { instead, stage }: Applying): State {
  if (instead?.kind === 'Trial') return withJournal(state, { work: instead })
  const left = stage === 'noting' ? state : abandon(state)
  return withJournal(left, { work: instead ?? { kind: 'Settled', since: state.at.wallMs } })
}

/** Until the pods of the node are noted, it may come to nothing, again and again. */
function phase({ stage, instead, restarts }: Applying): Phase {
  if (stage === 'noting') return instead?.kind ?? 'Resolving'
  return restarts ? 'Applying' : 'Trial'
}

/** A change is announced when nothing stands in its way any more. */
function announced(work: Applying, before: Work, { examined }: State): Announcement | undefined {
  if (!begins(work) || begins(before)) return undefined
  return { kind: 'Applying', config: work.config, because: warned(examined?.verdict) }
}

const begins = (work: Work): boolean => work.kind === 'Applying' && work.restarts && work.stage !== 'noting'

/** An Event is short. */
const mostWarnings = 5

function warned(verdict: Verdict | undefined): Fact | undefined {
  const warnings = verdict?.kind === 'usable' ? verdict.warnings.slice(0, mostWarnings) : []
  return warnings.length === 0 ? undefined : AppliedWithWarnings({ warnings })
}

const at = (state: State, work: Applying): State => withJournal(state, { work })
