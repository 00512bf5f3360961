import type { Fact } from '../../message/fact.ts'
import type { HeartbeatHistory } from '../health/heartbeats.ts'
import type { ProbeHistory } from '../health/probe-history.ts'
import type { Config } from '../model/config.ts'
import type { StateFilesMove } from '../model/effect.ts'
import type { Instant } from '../model/instant.ts'

/** What is under way on the node. What is assigned, and what is thought of it, is decided anew after each start. */
export type Work = Settled | Applying | Trial | RollingBack | DeadEnd

/** Nothing is under way. */
export interface Settled {
  readonly kind: 'Settled'
  /** Wall clock: when it began, as in the others. */
  readonly since: number
}

/** A configuration and what its restart needs. */
export interface Change {
  readonly config: Config
  /** What ran before it. */
  readonly replaces: Config
  /** Whether files are changed and the kubelet restarted. Not for a configuration that runs and needs another trial. */
  readonly restarts: boolean
  readonly stateFiles: readonly string[]
  /** Whether it may keep new pods from starting, as far as none has started with it. */
  readonly concernsSandboxes: boolean
}

export interface Applying extends Change {
  readonly kind: 'Applying'
  readonly since: number
  readonly stage: 'noting' | 'arming' | 'writing' | 'restarting'
  readonly shadowedByFlags: readonly string[]
  readonly allocatable: Readonly<Record<string, string>> | undefined
  readonly podsBefore: readonly string[] | undefined
  /** A kubelet has started with what ran before since they were noted: it may have ended some. Earlier versions did not note it. */
  readonly podsInDoubt?: boolean | undefined
  /** What was seen of the heartbeats of the node before the restart; undefined: nothing. */
  readonly heartbeatsSeen: HeartbeatHistory | undefined
  /** When the live file was written at the latest; undefined: it was not. */
  readonly writtenAt: Instant | undefined
  /** The trial or the dead end that it supersedes, which goes on if nothing comes of it. */
  readonly instead: Trial | DeadEnd | undefined
}

export interface Trial extends Change {
  readonly kind: 'Trial'
  readonly since: number
  readonly podsBefore: readonly string[] | undefined
  readonly podsInDoubt?: boolean | undefined
  /** The kubelet may have started with what another program left in the live file. */
  readonly runsOther: boolean
  /** A digest of what else the kubelet reads, as it was when that worked last. */
  readonly others: string
  /** The same as it was when the process was seen first. */
  readonly othersRead: string
  readonly probes: ProbeHistory
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
  readonly verdict: 'bad' | 'none' | 'unproven'
  readonly stateFiles: StateFilesMove
  /** The node's own files did not work with the state files that were there. */
  readonly isLastResort: boolean
  readonly writtenAt: Instant | undefined
  readonly probes: ProbeHistory
}

/** Hands off: only looks, until the kubelet is healthy or another configuration is assigned. */
export interface DeadEnd {
  readonly kind: 'DeadEnd'
  readonly since: number
  readonly from: Config
  readonly because: Fact
  readonly probes: ProbeHistory
}

/** Whether the live file is being changed: nothing else is begun or asked meanwhile. */
export const isChanging = ({ kind }: Work): boolean => kind === 'Applying' || kind === 'RollingBack'
