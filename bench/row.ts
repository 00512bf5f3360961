export type Command = readonly string[]

/** Two commands that do the same job. Each gets the number of the round, so that every round can make a change. */
export interface Row {
  /** Ours; the name of its goal, if it has one. */
  readonly what: string
  /** What it is compared with. */
  readonly than: string
  readonly ours: (round: number) => Command
  readonly theirs: (round: number) => Command
}

/** Of a row. Only ratios are comparable between machines. */
export interface Ratio {
  readonly what: string
  readonly than: string
  /** Of the medians of the time from start to exit. */
  readonly wall: number
  readonly goal: number | undefined
  /** Of the means of the processor time of all threads. */
  readonly processor: number
  /** Of the instructions in user mode; undefined where they cannot be counted. */
  readonly instructions: number | undefined
  readonly oursMs: number
  readonly theirsMs: number
}
