import { coreBugs } from './core-bugs.ts'
import { diskBugs } from './disk-bugs.ts'
import { loopBugs } from './loop-bugs.ts'
import { rolloutBugs } from './rollout-bugs.ts'
import { webhookBugs } from './webhook-bugs.ts'

/** Something that a change of the source could break. */
export interface Bug {
  readonly name: string
  /** Below src/lib. */
  readonly file: string
  /** Once in the file, and with what it is replaced. */
  readonly was: string
  readonly is: string
  readonly foundBy: Harness
}

/** What is run to find it. */
export type Harness =
  /** Random schedules of faults (test/lib/agent/schedules/fuzz.ts, test/lib/rollouts/schedules/fuzz.ts). */
  | { readonly kind: 'schedules'; readonly of: 'agent' | 'rollouts' }
  /** Losses of power in these acts (test/lib/machine/power-cut/walk.ts). */
  | { readonly kind: 'power-cuts'; readonly acts: RegExp }
  /** One file of tests, below test/lib, without its `.test.ts`. */
  | { readonly kind: 'tests'; readonly file: string }

export const bugs: readonly Bug[] = [...coreBugs, ...diskBugs, ...loopBugs, ...rolloutBugs, ...webhookBugs]
