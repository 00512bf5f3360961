import type { Fact } from '../fact.ts'
import type { DocumentSource } from './config.ts'
import type { Effect } from './effect.ts'
import type { NodeSeen } from './event.ts'
import type { ServiceState } from './evidence.ts'
import type { Journal } from './journal.ts'
import type { LiveSeen } from './live.ts'
import type { Moment } from './moment.ts'
import type { OptOutMode } from './opt-out.ts'
import type { Phase } from './phase.ts'
import type { Settings } from './settings.ts'
import type { SourceSeen } from './source-seen.ts'
import type { Verdict } from './verdict.ts'

/** All that the agent knows. Made by begin() and step() only; read it with journalOf, statusOf, wakeAt, announcements. */
export interface State {
  readonly journal: Journal
  readonly settings: Settings
  /** Milliseconds since the boot. */
  readonly begunAt: number
  /** The moment of the last event. */
  readonly at: Moment
  readonly seen: Seen
  /** What is assigned, by its meaning, and since when (milliseconds since the boot). */
  readonly assigned: { readonly key: string; readonly since: number }
  readonly examined: Examined | undefined
  readonly setbacks: Setbacks
  /** The effect under way. */
  readonly busy: Effect | undefined
  readonly phase: { readonly name: Phase; readonly since: number }
}

/** All undefined until they are seen for the first time. */
export interface Seen {
  readonly sources: Readonly<Record<DocumentSource, SourceSeen>>
  /** `none`: it does not exist. */
  readonly node: NodeSeen | 'none' | undefined
  readonly optOutFile: OptOutMode | 'none' | undefined
  readonly service: ServiceState | undefined
  /** When the service was seen, milliseconds since the boot. */
  readonly serviceAt: number
  readonly live: LiveSeen | undefined
  readonly unwritable: Fact | undefined
}

/** The verdict on a configuration, and what it was asked for. */
export interface Examined {
  readonly key: string
  readonly verdict: Verdict
  /** Milliseconds since the boot. */
  readonly at: number
}

/** By the kind of the effect that failed; gone once it succeeds. */
export type Setbacks = Readonly<Partial<Record<Effect['kind'], Setback>>>

export interface Setback {
  readonly because: Fact
  readonly times: number
  /** Milliseconds since the boot. */
  readonly retryAt: number
}
