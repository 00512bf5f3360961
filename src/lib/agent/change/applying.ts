import type { Fact } from '../../message/fact.ts'
import type { Decision } from '../decide/decide.ts'
import { noPulse, withHeartbeats } from '../health/heartbeats.ts'
import { newVigil } from '../health/vigil.ts'
import { badEntry } from '../journal/bad.ts'
import type { Applying, Trial } from '../journal/work.ts'
import { BalloonHoldsRoom, OptedOutInTrial, PodsNotRead, RestartFailed } from '../model/agent-messages.ts'
import type { Config } from '../model/config.ts'
import type { Effect } from '../model/effect.ts'
import type { Ending } from '../model/event.ts'
import type { ServiceState } from '../model/evidence.ts'
import { instantOf } from '../model/instant.ts'
import { withRestart } from '../state/budget.ts'
import { goesWithoutRescue } from '../state/connection.ts'
import { isForbidden } from '../state/opted-out.ts'
import { hasReadLive, isOlderThanLive } from '../state/process-age.ts'
import { withoutSetback, withSetback } from '../state/setback.ts'
import type { State } from '../state/state.ts'
import { withJournal } from '../state/state.ts'
import { hasContentOf, othersIn, putting } from './drift.ts'
import { goBack, goodFor, isOriginalLost } from './going-back.ts'
import { abandon } from './settling.ts'

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

/** What runs was tried before, as an older state that somebody put there says: it is not tried again. */
export function leaveBad(state: State): State {
  const bad = badEntry(state.journal, state.journal.active)
  return bad === undefined ? state : goBack(state, proving(state), { because: bad.because, verdict: 'none' })
}

const noting = ({ at, journal: { work, active } }: State, config: Config) =>
  ({
    kind: 'Applying',
    stage: 'noting',
    since: at.wallMs,
    config,
    replaces: active,
    podsBefore: undefined,
    pulse: work.kind === 'Trial' ? work.vigil.pulse : undefined,
    writtenAt: undefined,
    instead: work.kind === 'Trial' || work.kind === 'DeadEnd' ? work : undefined,
  }) as const

/** Nothing was written: everything is as it was. */
function giveUp(state: State, { instead, stage }: Applying): State {
  if (instead?.kind === 'Trial') return withJournal(state, { work: instead })
  const left = stage === 'noting' ? state : abandon(state)
  return withJournal(left, { work: instead ?? { kind: 'Settled', since: state.at.wallMs } })
}

export function applyingEffect(work: Applying, state: State): Effect | undefined {
  const { config, stateFiles, writtenAt } = work
  switch (work.stage) {
    case 'noting':
      return { kind: 'note-pods' }
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

/**
 * A change without its pods is put off: what it did to them could not be seen. To prove what runs, the machine may be
 * enough.
 */
export function podsNoted(state: State, work: Applying, noted: Noted): State {
  const { uids: podsBefore, heartbeats } = noted
  if (isInTheWay(work, noted, state)) {
    const because = BalloonHoldsRoom()
    return undo(withSetback(withBalloon(state), 'note-pods', because), work, because)
  }
  const pulse = heartbeats === undefined ? work.pulse : withHeartbeats(work.pulse ?? noPulse, heartbeats)
  if (podsBefore !== undefined || !work.restarts)
    return at(state, { ...work, podsBefore, podsInDoubt: false, pulse, stage: 'arming' })
  const because = PodsNotRead()
  return undo(withSetback(state, 'note-pods', because), work, because)
}

type Noted = Extract<Ending, { kind: 'pods' }>

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

export function actDone(state: State, work: Applying): State {
  switch (work.stage) {
    case 'arming':
      if (isForbidden(work, state)) return undo(state, work, OptedOutInTrial())
      // Whether it fired before or after it was armed cannot be told.
      if (isRescueMarked(state)) return state
      return armed(state, work)
    case 'writing': {
      const written = withJournal(state, { active: work.config, shadowedByFlags: work.shadowedByFlags })
      return at(restarting(written), { ...work, stage: 'restarting', writtenAt: instantOf(state.at) })
    }
    case 'noting':
    case 'restarting':
      return state
  }
}

const armed = (state: State, work: Applying): State =>
  work.restarts ? at(state, { ...work, stage: 'writing' }) : beginTrial(state, work, state.seen.service)

/** Noted before it is done: a crash may count one restart too many, and never one too few. */
export const restarting = (state: State): State =>
  withJournal(state, { restarts: withRestart(state.journal.restarts, state.at) })

export function beginTrial(state: State, work: Applying, service: ServiceState | undefined): State {
  const { config, replaces, restarts, stateFiles, concernsSandboxes, podsBefore, podsInDoubt } = work
  const vigil = newVigil(service, state.at, work.pulse)
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
    vigil,
  }
  return withJournal(state, { work: trial })
}

/** The rescue has fired, and has no orders any more. */
const isRescueMarked = ({ journal }: State): boolean => journal.chores.some(({ kind }) => kind === 'acknowledge-rescue')

/** The rescue fired before the kubelet was restarted: that restart must not be without one. */
export const armAnew = (state: State, work: Applying): State =>
  work.stage === 'noting' ? state : at(state, { ...inDoubt(state, work), stage: 'arming' })

/** Of a write whose end nobody has seen, or nobody waits for any more. */
export const inDoubt = (state: State, work: Applying): Applying =>
  work.stage === 'writing' ? { ...work, writtenAt: instantOf(state.at) } : work

/** Whether an effect is that of the stage; otherwise the change has moved on since it began. */
export const isOfStage = ({ stage }: Applying, { kind }: Effect): boolean => effectsOf[stage].includes(kind)

const effectsOf: Readonly<Record<Applying['stage'], readonly Effect['kind'][]>> = {
  noting: ['note-pods'],
  arming: ['arm'],
  writing: ['write', 'capture-local'],
  restarting: ['restart'],
}

const mostRestarts = 3

/** Until the live file is written, giving up leaves everything as it was. */
export function actFailed(state: State, work: Applying, because: Fact): State {
  // There is nothing that a rescue could put back, or nobody who would run it.
  if (work.stage === 'arming' && (isOriginalLost(because) || goesWithoutRescue(work, because)))
    return armed(withoutSetback(state, 'arm'), work)
  if (work.stage !== 'restarting') return undo(state, work, because)
  if ((state.setbacks.restart?.times ?? 0) < mostRestarts) return restarting(state)
  return goBack(state, work, { because: RestartFailed({ because }), verdict: 'none' })
}

/** An opt-out stops a change towards a document; what was written already is put back first. */
export function stopWhenOptedOut(state: State, work: Applying): State {
  if (!isForbidden(work, state)) return state
  const because = OptedOutInTrial()
  if (work.stage === 'noting' || work.stage === 'arming') return undo(state, work, because)
  return goBack(state, work, { because, verdict: 'none' })
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

/** The rescue, or somebody, put the good content back before the trial began. */
export const isPutBack = (state: State, work: Applying | Trial): boolean =>
  state.seen.live !== undefined &&
  !hasContentOf(state.seen.live, work.config) &&
  hasContentOf(state.seen.live, goodFor(work.config, state.journal))

const at = (state: State, work: Applying): State => withJournal(state, { work })
