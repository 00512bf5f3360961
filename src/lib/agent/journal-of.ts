import type { Journal } from './journal.ts'
import type { State } from './state.ts'

/** What to write before the effects of a step are carried out. It is the same object as long as nothing of it changed. */
export const journalOf = (state: State): Journal => state.journal

/**
 * Whether the effects of this state may be carried out before its journal is written, when it cannot be: going back to a
 * good configuration must not wait for room on a full disk. An older journal leads there again.
 */
export const mayPrecedeJournal = ({ journal }: State): boolean => journal.work.kind === 'RollingBack'

/** A state with some of its journal replaced. */
export const withJournal = (state: State, changed: Partial<Journal>): State => ({
  ...state,
  journal: { ...state.journal, ...changed },
})
