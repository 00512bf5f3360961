import type { Side } from '../contract/subject.ts'
import type { Ran } from '../support/run-process.ts'

/** A cluster to run commands against, as jane, who may do everything. */
export interface Stage extends Pick<Side, 'request' | 'eventually' | 'pass' | 'stopKubelet' | 'startKubelet'> {
  /** A command line without quotes: its words stand between single blanks. */
  run(command: string): Promise<Ran>
  close(): Promise<void>
}

/** A command, or what happens to the cluster meanwhile by other hands than ours. */
export type Step = string | ((stage: Stage) => Promise<unknown>)

/** Some steps in a row. Scenes are played in their order, each on what the one before left. */
export interface Scene {
  /** Of the golden file. */
  readonly name: string
  readonly steps: readonly Step[]
}
