import type { Risk } from '../../kubelet/changes/disruption.ts'
import type { Config } from './config.ts'

/**
 * What the agent does to its machine: one at a time. The journal has the state that wants an effect before the effect is
 * carried out, so every effect is idempotent: after a crash it is carried out again from its beginning. Each ends in one
 * event that has the effect: `done` or `failed`, or the event that is named here.
 */
export type Effect = Inquiry | Act | CleanupTask

/** Changes nothing on the machine. */
export type Inquiry =
  /** Finds out what a configuration means for this kubelet and host, compared with what runs. Ends in `examined`. */
  | {
      readonly kind: 'examine'
      readonly config: Config
      readonly against: Config
      readonly acceptedRisks: readonly Risk[]
      /** Such as v1.36.3. */
      readonly kubeletVersion: string
    }
  /** Looks which pods run before the restart, and when the kubelet reported last. Ends in `pods`. */
  | {
      readonly kind: 'note-pods'
      /** Also reads the rollout, from the API server itself: its watch may lag behind. */
      readonly rollout?: true
    }
  /** Collects evidence about the kubelet that runs. Ends in `probed`. */
  | {
      readonly kind: 'probe'
      readonly config: Config
      /** Wall clock of the restart, milliseconds since the epoch: for pods. */
      readonly restartedAt: number
      readonly podsBefore: readonly string[] | undefined
      readonly concernsSandboxes: boolean
    }

export type Act =
  /**
   * Gives the rescue its orders: what is in trial, and what to put back. Fails with RescueNotConnected when the kubelet's unit
   * would not run it.
   */
  | {
      readonly kind: 'arm'
      readonly config: Config
      readonly good: Config
      readonly threshold: number
      readonly stateFiles: readonly string[]
    }
  /** Writes again what is ours of the connection between the kubelet's unit and the rescue. Fails as `arm` does. */
  | { readonly kind: 'connect-rescue' }
  /** Puts a configuration into the live file. */
  | { readonly kind: 'write'; readonly config: Config }
  /**
   * Restarts the kubelet, unless its process is younger than `since` (milliseconds since the boot) and no state file is to
   * be moved. Ends in `restarted`.
   */
  | { readonly kind: 'restart'; readonly since: number; readonly stateFiles: StateFilesMove | StateFilesRemoval }

/** Housekeeping, done before the next act. */
export type CleanupTask =
  /** The rescue is told that the kubelet proved healthy: its starts so far do not count. */
  | { readonly kind: 'forget-starts' }
  /** Nothing is in trial: the rescue has nothing to put back, and state files that were moved aside are not needed. */
  | { readonly kind: 'disarm' }
  /** The rescue's mark is in the state: it can go. */
  | { readonly kind: 'acknowledge-rescue' }
  /** The content that another program left in the live file is the local content now. */
  | { readonly kind: 'capture-local' }
  /** Deletes all checkpoints but these. */
  | { readonly kind: 'keep-checkpoints'; readonly checkpoints: readonly string[] }

/** What was put aside is what the rescue puts back, so what is aside is that of the last good configuration, and nothing else. */
export interface StateFilesRemoval {
  readonly kind: 'removed'
  readonly names: readonly string[]
}

export type StateFilesMove =
  | { readonly kind: 'leave' }
  | { readonly kind: 'aside'; readonly names: readonly string[] }
  | { readonly kind: 'back' }
