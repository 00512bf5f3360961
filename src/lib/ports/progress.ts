/** Talk for people, on stderr. */
export interface Progress {
  /** Something that may take a while has begun; shown only if it takes longer than a second. */
  doing(what: string): void
  /** What was being done is over; takes its line away. */
  done(): void
  /** Shown at once, and stays. */
  note(text: string): void
  warning(text: string): void
}
