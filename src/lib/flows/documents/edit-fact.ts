import type { Target } from '../../documents/target.ts'
import type { Fact, FileSubject, Subject } from '../../fact.ts'

/** The outcome of an edit that pushes nothing, and what happens to its text. */
export type EditFact =
  | { readonly reason: 'EditUnchanged'; readonly subject: Subject }
  | { readonly reason: 'EditEmpty'; readonly subject: Subject }
  /** A refused text was saved again without a change. */
  | { readonly reason: 'EditStillRefused'; readonly subject: Subject; readonly because: Fact }
  | {
      readonly reason: 'NothingToEdit'
      readonly subject: Subject
      readonly namespace: string
      readonly target: Target
    }
  /** The text was not pushed, and stays in this file; `command` pushes it, word by word. */
  | { readonly reason: 'EditKept'; readonly subject: FileSubject; readonly command: readonly string[] }
