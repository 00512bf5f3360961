import type { Fact } from '../message/fact.ts'
import { type Journal, journalVersion } from './journal/journal.ts'
import { SourcesNotRead } from './model/agent-messages.ts'
import { local } from './model/config.ts'
import type { Effect } from './model/effect.ts'
import { instantOf, type Moment } from './model/instant.ts'
import type { Settings } from './model/settings.ts'
import { recent } from './state/budget.ts'
import { unseen } from './state/source-seen.ts'
import type { State } from './state/state.ts'
import { withJournal, withoutOldLoss } from './state/state.ts'
import { behaviorOf } from './states/behaviors.ts'
import { proceed } from './step.ts'

export interface Beginning {
  readonly node: string
  readonly settings: Settings
  readonly moment: Moment
  /** Why there is no journal although there was. */
  readonly lost?: Fact | undefined
}

/** Resumes what the journal has, effects included; without a journal, nothing is known and nothing is done yet. */
export function begin(
  journal: Journal | undefined,
  { node, settings, moment, lost }: Beginning,
): readonly [State, readonly Effect[]] {
  // All fields in one order, whoever wrote them: all journals are objects of one form, which are read faster.
  const known: Journal = { ...freshJournal(node, moment), ...(journal ?? lostAt(moment, lost)), node }
  const state: State = {
    journal: known,
    settings,
    begunAt: moment.uptimeMs,
    lost,
    at: moment,
    seen: {
      sources: { node: unseen, rollout: unseen, global: unseen },
      node: undefined,
      optOutFile: undefined,
      service: undefined,
      kubeletEnds: [],
      serviceAt: moment.uptimeMs,
      live: undefined,
      othersSince: undefined,
      texts: 0,
      unwritable: undefined,
      unreported: undefined,
      disconnection: undefined,
      isRescueSeen: false,
    },
    assigned: { key: '', since: moment.uptimeMs },
    examined: undefined,
    backoffs: {},
    decision: { kind: 'wait', because: SourcesNotRead(), until: undefined },
    busy: undefined,
    phase: { name: 'Resolving', since: known.work.since },
  }
  return proceed(resumed(rebased(state)))
}

/** Noted, so that an agent that follows within the hour knows it, too. */
const lostAt = (moment: Moment, because: Fact | undefined): Pick<Journal, 'lost'> => ({
  lost: because && { ...instantOf(moment), because },
})

/** On another boot, or after a long time. */
const rebased = (state: State): State =>
  withoutOldLoss(withJournal(state, { restarts: recent(state.journal.restarts, state.at) }))

function resumed(state: State): State {
  const { work } = state.journal
  return behaviorOf(work).resumed?.(state, work) ?? state
}

const freshJournal = (node: string, { wallMs }: Moment): Journal => ({
  schemaVersion: journalVersion,
  node,
  kubeletVersion: undefined,
  work: { kind: 'Settled', since: wallMs },
  active: local,
  lastKnownGood: local,
  provenBy: undefined,
  others: undefined,
  bad: [],
  postponed: undefined,
  gated: undefined,
  restarts: [],
  optOut: undefined,
  forgotten: undefined,
  shadowedByFlags: [],
  lost: undefined,
  cleanupTasks: [],
})
