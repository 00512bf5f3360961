import type { Fact } from '../../message/fact.ts'
import { isDrifted } from '../change/drift.ts'
import { blockedBy } from '../change/rolling-back.ts'
import { assignedTo } from '../decide/assigned.ts'
import { type Decision, decide } from '../decide/decide.ts'
import { whyFailing } from '../health/ends.ts'
import { type DecisionFact, ReturnBlocked } from '../model/agent-messages.ts'
import type { Config } from '../model/config.ts'
import { disconnected } from '../state/connection.ts'
import { optOutOf } from '../state/opted-out.ts'
import type { State } from '../state/state.ts'
import type { AgentStatus } from './status.ts'

/** What the agent reports. */
export function statusOf(state: State): AgentStatus {
  const { journal, phase, settings } = state
  const { work } = journal
  const decision = decide(state)
  return {
    node: journal.node,
    phase: phase.name,
    since: phase.since,
    assigned: assignedConfig(state),
    active: journal.active,
    lastKnownGood: journal.lastKnownGood,
    trial:
      work.kind === 'Trial'
        ? { elapsedMs: Math.min(work.vigil.healthyMs, settings.trialMs), lengthMs: settings.trialMs }
        : undefined,
    problem: problemOf(state, decision),
    trouble: troubleOf(state, decision),
    optOut: optOutOf(state),
    bad: journal.bad,
    shadowedByFlags: journal.shadowedByFlags,
    drifted: isDrifted(state),
    allocatable: work.kind === 'Applying' ? work.allocatable : announcedBy(decision),
    kubeletVersion: journal.kubeletVersion ?? '',
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

/** Why the assigned configuration is not the active one, or not proven. */
function problemOf(state: State, decision: Decision): Fact | undefined {
  const { work } = state.journal
  switch (work.kind) {
    case 'RollingBack':
      return blocked(state) ?? work.because
    case 'DeadEnd':
      return work.because
    case 'Trial':
      return findingFact(work.vigil.last?.finding) ?? becauseOf(decision)
    case 'Applying':
    case 'Settled':
      return becauseOf(decision)
  }
}

const blocked = (state: State): DecisionFact | undefined => {
  const because = blockedBy(state)
  return because && ReturnBlocked({ because })
}

const findingFact = (finding: { kind: string; because?: Fact } | undefined): Fact | undefined => finding?.because

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

/** A trial and a return look for themselves. What was proven is not given up for it: the cause may be anything. */
function kubeletTrouble({ journal, seen, settings, at }: State): Fact | undefined {
  const { service, kubeletEnds } = seen
  if (journal.work.kind !== 'Settled' || service === undefined) return undefined
  return whyFailing(service, { ends: kubeletEnds ?? [], most: settings.crashThreshold, at })
}

/** What is wrong around the configuration: our own files, what failed, the sources, what is waited for. */
function troubleOf(state: State, decision: Decision): Fact | undefined {
  const { seen, setbacks, journal } = state
  const { work } = journal
  const setback = Object.values(setbacks)[0]
  const source = Object.values(seen.sources).find(({ trouble }) => trouble !== undefined)
  const returning = work.kind === 'RollingBack' || work.kind === 'DeadEnd' ? work.vigil.last?.finding : undefined
  return (
    kubeletTrouble(state) ??
    seen.unwritable ??
    rescueTrouble(state, decision) ??
    setback?.because ??
    findingFact(returning) ??
    source?.trouble ??
    lostRecently(state) ??
    (decision.kind === 'wait' ? decision.because : undefined)
  )
}

/** What was remembered of bad documents is lost with the journal: whoever looks after the node has time to see that. */
const lostShownMs = 3_600_000

const lostRecently = ({ lost, begunAt, at }: State): Fact | undefined =>
  at.uptimeMs < begunAt + lostShownMs ? lost : undefined

/** A change that is held for it says so itself. */
function rescueTrouble(state: State, decision: Decision): Fact | undefined {
  const trouble = disconnected(state)
  return becauseOf(decision)?.reason === trouble?.reason ? undefined : trouble
}
