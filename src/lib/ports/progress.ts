/** Messages for people, on stderr. */
export interface Progress {
  /** Starts an activity; it is shown only if it takes longer than a second. Called again, it changes the text. */
  doing(what: string): void
  /** Ends the activity, and removes its line. */
  done(): void
  /** Prints a line immediately and permanently. */
  note(text: string): void
  warning(text: string): void
}
