import type { Fact } from '../../message/fact.ts'
import { assignedTo, numberOfNone } from '../decide/assigned.ts'
import type { DecisionFact } from '../model/agent-messages.ts'
import type { Config } from '../model/config.ts'
import type { Decision } from '../model/decision.ts'
import { disconnected } from '../state/connection.ts'
import { optOutOf } from '../state/opted-out.ts'
import { lostRecently, type State } from '../state/state.ts'
import { behaviorOf } from '../states/behaviors.ts'
import type { AgentStatus } from './status.ts'

/** What the agent reports. */
export function statusOf(state: State): AgentStatus {
  const { journal, phase, decision, seen } = state
  const { work } = journal
  const behavior = behaviorOf(work)
  const assigned = assignedConfig(state)
  return {
    node: journal.node,
    phase: phase.name,
    since: phase.since,
    assigned,
    active: journal.active,
    lastKnownGood: journal.lastKnownGood,
    trial: behavior.progress?.(state, work),
    problem: behavior.problem?.(state, work) ?? becauseOf(decision),
    trouble: troubleOf(state),
    optOut: optOutOf(state),
    bad: journal.bad,
    shadowedByFlags: journal.shadowedByFlags,
    drifted: seen.live !== undefined && behavior.isDrifted?.(state, work, seen.live) === true,
    allocatable: work.kind === 'Applying' ? work.allocatable : announcedBy(decision),
    kubeletVersion: journal.kubeletVersion ?? '',
    gated: journal.gated === true,
    generation: assigned?.source === 'local' ? numberOfNone(state) : undefined,
    followsRollouts: seen.sources.rollout.known?.kind !== 'forbidden',
  }
}

/** What is held for anything else may be held for days. */
function announcedBy(decision: Decision): AgentStatus['allocatable'] {
  if (decision.kind !== 'held' || !holdsOfBalloons.has(decision.because.reason)) return undefined
  return decision.usable.allocatable
}

const holdsOfBalloons: ReadonlySet<string> = new Set<DecisionFact['reason']>(['BalloonHoldsRoom', 'BalloonNotKnown'])

function assignedConfig(state: State): Config | undefined {
  const assigned = assignedTo(state)
  switch (assigned.kind) {
    case 'undecided':
      return undefined
    case 'unusable':
      return assigned.version
    case 'config':
      return assigned.config
  }
}

function becauseOf(decision: Decision): Fact | undefined {
  switch (decision.kind) {
    case 'rejected':
    case 'held':
    case 'rolled-back':
      return decision.because
    case 'frozen':
    case 'wait':
    case 'examine':
    case 'in-force':
    case 'prove':
    case 'go-back':
    case 'apply':
      return undefined
  }
}

/** What is wrong around the configuration: our own files, what failed, the sources, what is waited for. */
function troubleOf(state: State): Fact | undefined {
  const { seen, backoffs, journal, decision } = state
  const { work } = journal
  const { failing, finding } = behaviorOf(work)
  const backoff = Object.values(backoffs)[0]
  const source = Object.values(seen.sources).find(({ trouble }) => trouble !== undefined)
  return (
    failing?.(state) ??
    seen.unwritable ??
    rescueTrouble(state) ??
    backoff?.because ??
    finding?.(work) ??
    source?.trouble ??
    lostRecently(state) ??
    (decision.kind === 'wait' ? decision.because : undefined)
  )
}

/** A change that is held for it says so itself. */
function rescueTrouble(state: State): Fact | undefined {
  const trouble = disconnected(state)
  return becauseOf(state.decision)?.reason === trouble?.reason ? undefined : trouble
}
