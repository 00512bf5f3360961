import { local } from './config.ts'
import type { Effect } from './effect.ts'
import { type Journal, journalVersion } from './journal.ts'
import type { Moment } from './moment.ts'
import type { Settings } from './settings.ts'
import type { State } from './state.ts'

export interface Beginning {
  readonly node: string
  readonly settings: Settings
  readonly moment: Moment
}

/** Resumes what the journal has, effects included; without a journal, nothing is known and nothing is done yet. */
export function begin(
  journal: Journal | undefined,
  { node, settings, moment }: Beginning,
): readonly [State, readonly Effect[]] {
  const state: State = {
    journal: journal ?? freshJournal(node, moment),
    settings,
    at: moment,
    seen: {
      sources: { node: undefined, global: undefined },
      node: undefined,
      optOutFile: undefined,
      service: undefined,
      live: undefined,
      unwritable: undefined,
    },
    choice: { config: undefined, verdict: undefined },
    busy: undefined,
  }
  return [state, []]
}

const freshJournal = (node: string, { wallMs }: Moment): Journal => ({
  schemaVersion: journalVersion,
  node,
  kubeletVersion: undefined,
  work: { kind: 'Settled', since: wallMs, rolledBack: undefined },
  active: local,
  lastKnownGood: local,
  bad: [],
  postponed: undefined,
  restarts: [],
  optOut: undefined,
  forgotten: undefined,
  chores: [],
})
