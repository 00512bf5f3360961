import { hash } from 'node:crypto'
import type { Fact } from '../../message/fact.ts'
import { badEntry, digestOf } from '../journal/bad.ts'
import {
  ApiServerReadOnly,
  BalloonHoldsRoom,
  BalloonNotKnown,
  DryRun,
  NodeLeaves,
  RestartBudgetSpent,
  SourceSettling,
  WaitsForEvidence,
  WaitsForItsPlace,
  WaitsForLiveFile,
  WaitsForRescue,
} from '../model/agent-messages.ts'
import { type Config, sameConfig } from '../model/config.ts'
import type { Decision } from '../model/decision.ts'
import type { NodeSeen } from '../model/event.ts'
import type { Verdict } from '../model/verdict.ts'
import { backoffOfChanges, backoffOfProof } from '../state/backoff.ts'
import { roomAt } from '../state/budget.ts'
import { holdOfRescue } from '../state/connection.ts'
import { optOutOf } from '../state/opted-out.ts'
import { isOlderThanLive } from '../state/process-age.ts'
import type { State } from '../state/state.ts'
import { blindUntil } from '../state/state.ts'
import { type Assigned, assignedTo, doubtEndsAt, keyOf } from './assigned.ts'
import { examination, isOutdated, isStale, verdictOn } from './examined.ts'

type Usable = Extract<Verdict, { kind: 'usable' }>
type Wanted = Extract<Assigned, { kind: 'config' }>

export function decide(state: State): Decision {
  if (optOutOf(state)?.mode === 'freeze') return { kind: 'frozen' }
  const assigned = assignedTo(state)
  if (assigned.kind === 'undecided') return orProve(wait(assigned.because, doubtEndsAt(state)), state)
  if (assigned.kind === 'config' && isInForce(assigned.config, state)) return runs(state)
  const settledAt = state.assigned.since + state.settings.quietMs
  if (keyOf(assigned) !== state.assigned.key || state.at.uptimeMs < settledAt) return wait(SourceSettling(), settledAt)
  if (assigned.kind === 'unusable') return orProve({ kind: 'rejected', because: assigned.because }, state)
  return orProve(decideOn(assigned, state), state)
}

function decideOn(wanted: Wanted, state: State): Decision {
  const { journal } = state
  const bad = badEntry(journal, wanted.config)
  if (bad !== undefined) return { kind: 'rolled-back', because: bad.because }
  const { postponed, work } = journal
  if (postponed?.digest === digestOf(wanted.config))
    return { kind: 'rolled-back', because: postponedUntil[postponed.until]() }
  if (work.kind === 'Trial' && sameConfig(wanted.config, journal.lastKnownGood)) return { kind: 'go-back' }
  const verdict = verdictOn(wanted, state)
  const inquiry = examination(wanted, state)
  if (verdict === undefined) return { kind: 'examine', inquiry }
  const again = isStale(state) ? inquiry : undefined
  switch (verdict.kind) {
    case 'refused':
      return { kind: 'rejected', because: verdict.because, inquiry: again }
    case 'same':
      return runs(state)
    case 'usable':
      return { ...decideUsable(wanted, verdict, state), ...(again && { inquiry: again }) }
  }
}

const postponedUntil = {
  'api-answers': WaitsForEvidence,
  'live-file-ours': WaitsForLiveFile,
  'rescue-connected': WaitsForRescue,
} as const

function decideUsable(wanted: Wanted, usable: Usable, state: State): Decision {
  const hold = holdOf(wanted.config, usable, state)
  if (hold !== undefined) return { kind: 'held', because: hold, usable }
  const delay = delayOf(wanted.config, state)
  if (delay !== undefined) return delay
  // Last: what a balloon gives back is taken again when nobody waits for it.
  const balloon = holdForBalloon(wanted, usable, state)
  if (balloon !== undefined) return balloon
  if (isOutdated(state)) return { kind: 'examine', inquiry: examination(wanted, state) }
  const { work } = state.journal
  // The state files of the last known good configuration are put aside once, and come back with it.
  if (work.kind === 'Trial' && work.stateFiles.length > 0) return { kind: 'go-back' }
  return { kind: 'apply', config: wanted.config, usable }
}

/** What has to happen first, by people or programs. */
function holdOf(config: Config, { held, heldDrained }: Usable, state: State): Fact | undefined {
  const { settings } = state
  const node = nodeIn(state)
  if (node?.leaving === true) return NodeLeaves()
  if (held !== undefined && (heldDrained || node?.drained !== true)) return held
  return settings.dryRun ? DryRun() : holdOfRescue(config, state)
}

/** A verdict on older pods is asked for again while the hold is announced, or the balloon would grow meanwhile. */
function holdForBalloon(wanted: Wanted, usable: Usable, state: State): Decision | undefined {
  const { balloon } = usable
  if (balloon === 'gave-back' || balloon === 'not-in-the-way') return undefined
  const because = balloon === 'gives-back-first' ? BalloonHoldsRoom() : BalloonNotKnown()
  if (nodeIn(state)?.balloonGaveBack !== true) return { kind: 'held', because, usable }
  return isOutdated(state) ? { kind: 'held', because, usable, inquiry: examination(wanted, state) } : undefined
}

const nodeIn = ({ seen: { node } }: State): NodeSeen | undefined => (typeof node === 'object' ? node : undefined)

/** What only takes time. */
function delayOf(config: Config, state: State): Decision | undefined {
  const backoff = backoffOfChanges(state)
  if (backoff !== undefined) return wait(backoff.because, backoff.retryAt)
  const { unreported } = state.seen
  if (unreported !== undefined) return wait(ApiServerReadOnly({ because: unreported }), undefined)
  const place = placeIn(config, state)
  return untilRestart(state) ?? (place > state.at.uptimeMs ? wait(WaitsForItsPlace(), place) : undefined)
}

/** undefined: the kubelet may be restarted now. */
function untilRestart({ journal, settings, at }: State): Decision | undefined {
  const room = roomAt(journal.restarts, settings.restartsPerHour, at)
  if (room <= at.uptimeMs) return undefined
  return wait(RestartBudgetSpent({ perHour: settings.restartsPerHour }), room)
}

/** Many nodes get the global document, or leave it, at the same time. */
function placeIn(config: Config, state: State): number {
  const { journal, settings, assigned } = state
  const leaves = journal.active.source === 'global' && config.source === 'local' && optOutOf(state) === undefined
  const shared = config.source === 'global' ? config : leaves ? journal.active : undefined
  if (shared === undefined) return 0
  return assigned.since + settings.quietMs + placeOf(journal.node, digestOf(shared), settings.jitterMs)
}

const isInForce = (config: Config, { journal }: State): boolean => sameConfig(config, journal.active)

/** The assigned configuration runs. */
function runs(state: State): Decision {
  if (isTrialOfBad(state)) return { kind: 'go-back' }
  return mustProve(state) ? prove(state) : { kind: 'in-force' }
}

/** A document that a disk brought back is tried before its name is known, and may be one that was bad. */
const isTrialOfBad = ({ journal }: State): boolean =>
  journal.work.kind === 'Trial' && journal.active.source !== 'local' && badEntry(journal, journal.active) !== undefined

/**
 * While nothing else can be done, what runs and is not proven is put on trial, also without an API server: it may be a pod
 * of this very kubelet.
 */
const orProve = (decision: Decision, state: State): Decision =>
  idleKinds.has(decision.kind) && mustProve(state) ? prove(state) : decision

const idleKinds: ReadonlySet<Decision['kind']> = new Set(['wait', 'rejected', 'held', 'rolled-back'])

function mustProve(state: State): boolean {
  const { journal, settings, seen } = state
  // Whether the kubelet is older than its file, and is to be restarted for it, is not known before both are seen.
  if (seen.optOutFile === undefined || seen.service === undefined || blindUntil(state) !== undefined) return false
  const { work, active, lastKnownGood, provenBy, kubeletVersion, postponed } = journal
  if (work.kind !== 'Settled' || active.source === 'local' || settings.dryRun || kubeletVersion === undefined)
    return false
  const isProven = sameConfig(active, lastKnownGood) && provenBy === kubeletVersion
  return !isProven && postponed?.digest !== active.digest
}

function prove(state: State): Decision {
  if (badEntry(state.journal, state.journal.active) !== undefined) return { kind: 'go-back' }
  const restarts = isOlderThanLive(state)
  const backoff = restarts ? backoffOfChanges(state) : backoffOfProof(state)
  if (backoff !== undefined) return wait(backoff.because, backoff.retryAt)
  return (restarts ? untilRestart(state) : undefined) ?? { kind: 'prove' }
}

const wait = (because: Fact, until: number | undefined): Decision => ({ kind: 'wait', because, until })

/**
 * The place of a node in the time over which restarts for one global document are spread: always the same for the same
 * document, so that a restart of the agent does not change it, and another one for each document.
 */
const placeOf = (node: string, digest: string, jitterMs: number): number =>
  Math.floor((Number.parseInt(hash('sha256', `${node}\n${digest}`).slice(0, 12), 16) / 2 ** 48) * jitterMs)
