import type { Fact } from '../fact.ts'
import type { Config, DocumentSource } from './config.ts'
import type { Effect } from './effect.ts'
import type { Found, NodeSeen } from './event.ts'
import type { ServiceState } from './evidence.ts'
import type { Journal } from './journal.ts'
import type { LiveSeen } from './live.ts'
import type { Moment } from './moment.ts'
import type { OptOutMode } from './opt-out.ts'
import type { Settings } from './settings.ts'
import type { Verdict } from './verdict.ts'

/** All that the agent knows. Made by begin() and step() only; read it with journalOf, statusOf and wakeAt. */
export interface State {
  readonly journal: Journal
  readonly settings: Settings
  /** The moment of the last event. */
  readonly at: Moment
  readonly seen: Seen
  readonly choice: Choice
  /** The effect under way. */
  readonly busy: Effect | undefined
}

export interface Seen {
  readonly sources: Readonly<Record<DocumentSource, SourceSeen | undefined>>
  /** undefined: not seen yet; null: it does not exist. */
  readonly node: NodeSeen | null | undefined
  /** undefined: not seen yet. */
  readonly optOutFile: OptOutMode | 'none' | undefined
  readonly service: ServiceState | undefined
  readonly live: LiveSeen | undefined
  readonly unwritable: Fact | undefined
}

/** The last answer of a source, and what the API server failed to say since. */
export interface SourceSeen {
  readonly found: Exclude<Found, { kind: 'unknown' }> | undefined
  /** Since when `found` is so, milliseconds since the boot. */
  readonly since: number
  readonly trouble: Fact | undefined
}

export interface Choice {
  readonly config: Config | undefined
  readonly verdict: Verdict | undefined
}
