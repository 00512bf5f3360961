import type { Fact } from '../fact.ts'
import type { Config } from './config.ts'
import type { State } from './state.ts'

/** A transition that people are told of: an Event of the Node, a log line. */
export interface Announcement {
  readonly kind:
    | 'Assigned'
    | 'Applying'
    | 'TrialPassed'
    | 'RolledBack'
    | 'Rejected'
    | 'Held'
    | 'OptedOut'
    | 'OptedIn'
    | 'DeadEnd'
  readonly config: Config
  readonly because: Fact | undefined
}

/** What happened between two states, in order. */
export const announcements = (_before: State, _after: State): readonly Announcement[] => []
