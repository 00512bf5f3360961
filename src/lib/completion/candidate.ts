/** One way to complete a word. */
export interface Candidate {
  /** The whole word, without quotes; after `--flag=`, the whole value. */
  readonly value: string
  /** A description, in one line. */
  readonly about?: string | undefined
}
