import type { Journal } from '../journal/journal.ts'
import type { State } from './state.ts'

/** What to write before the effects of a step are carried out. It is the same object as long as nothing of it changed. */
export const journalOf = (state: State): Journal => state.journal

/**
 * Whether the effect under way may be carried out although its journal cannot be written; otherwise it ends in `failed`.
 * To look at something changes nothing. Going back to a good configuration must not wait for room on a full disk: an older
 * journal leads there again, while the mark of the rescue is there.
 */
export const mayPrecedeJournal = ({ journal, busy }: State): boolean => {
  const kind = busy?.kind
  if (journal.work.kind === 'RollingBack') return kind !== 'acknowledge-rescue'
  return kind === 'look' || kind === 'examine' || kind === 'note-pods'
}

/** A state with some of its journal replaced. */
export const withJournal = (state: State, changed: Partial<Journal>): State => ({
  ...state,
  journal: { ...state.journal, ...changed },
})
