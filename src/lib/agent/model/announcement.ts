import type { Fact } from '../../message/fact.ts'
import type { Config } from './config.ts'

/** A transition that people are told of: an Event of the Node, a line of the log. */
export interface Announcement {
  readonly kind: (typeof announcementKinds)[number]
  /** What it is about. */
  readonly config: Config
  readonly because: Fact | undefined
}

export const announcementKinds = [
  'Assigned',
  'Rejected',
  'Held',
  'Applying',
  'TrialPassed',
  'RollingBack',
  'RolledBack',
  'DeadEnd',
  'OptedOut',
  'OptedIn',
  'Drifted',
  'KubeletFailing',
  'KubeletRecovered',
] as const
