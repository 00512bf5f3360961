import type { Journal } from './journal.ts'
import type { State } from './state.ts'

/** What to write before the effects of a step are carried out. It is the same object as long as nothing of it changed. */
export const journalOf = (state: State): Journal => state.journal
