import type { Fact } from '../fact.ts'
import type { Config } from './config.ts'
import type { StateFilesMove } from './effect.ts'
import type { Vigil } from './vigil.ts'

/** What is under way on the node. What is assigned, and what is thought of it, is decided anew after each start. */
export type Work = Settled | Applying | Trial | RollingBack | DeadEnd

/** Nothing: the kubelet runs with the last known good configuration. */
export interface Settled {
  readonly kind: 'Settled'
  /** Wall clock. */
  readonly since: number
  /** The configuration that was rolled back last, while it is still assigned. */
  readonly rolledBack: RolledBack | undefined
}

export interface RolledBack {
  readonly from: Config
  readonly because: Fact
}

export interface Applying {
  readonly kind: 'Applying'
  readonly since: number
  readonly stage: 'noting' | 'arming' | 'writing' | 'restarting'
  readonly config: Config
  /** Whether the files are changed and the kubelet restarted; not for a configuration that runs and needs another trial. */
  readonly change: boolean
  readonly stateFiles: readonly string[]
  readonly concernsSandboxes: boolean
  readonly allocatable: Readonly<Record<string, string>> | undefined
  readonly podsBefore: readonly string[] | undefined
  /** When the live file was written, once it was. */
  readonly writtenAt: Instant | undefined
}

export interface Trial {
  readonly kind: 'Trial'
  readonly since: number
  readonly config: Config
  readonly stateFiles: readonly string[]
  readonly concernsSandboxes: boolean
  readonly podsBefore: readonly string[] | undefined
  readonly vigil: Vigil
}

export interface RollingBack {
  readonly kind: 'RollingBack'
  readonly since: number
  readonly stage: 'examining' | 'disarming' | 'writing' | 'restarting' | 'checking'
  /** What failed first. */
  readonly from: Config
  readonly to: Config
  readonly because: Fact
  /** What is remembered of `from`. */
  readonly verdict: 'bad' | 'superseded' | 'await-api' | 'await-live-file'
  readonly stateFiles: StateFilesMove
  readonly writtenAt: Instant | undefined
  readonly vigil: Vigil
}

export interface DeadEnd {
  readonly kind: 'DeadEnd'
  readonly since: number
  readonly from: Config
  readonly because: Fact
  readonly vigil: Vigil
}

/** A time within one boot. */
export interface Instant {
  readonly bootId: string
  readonly uptimeMs: number
}
