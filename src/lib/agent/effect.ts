import type { Config, DocumentVersion } from './config.ts'

/**
 * What the agent does to its machine: one at a time. The journal has the state that wants an effect before the effect is
 * carried out, so every effect is idempotent: after a crash it is carried out again from its beginning. Each ends in one
 * event: `done` or `failed` with the effect, or the event that is named here.
 */
export type Effect =
  /** Finds out what a document means for this kubelet and host, compared with what runs. Ends in `examined`. */
  | { readonly kind: 'examine'; readonly version: DocumentVersion; readonly against: Config }
  /** Looks which pods run before the restart. Ends in `pods`. */
  | { readonly kind: 'note-pods' }
  /** Gives the rescue its orders: what to put back. */
  | {
      readonly kind: 'arm'
      readonly version: DocumentVersion
      readonly good: Config
      readonly threshold: number
      readonly stateFiles: readonly string[]
    }
  /** Puts a configuration into the live file. */
  | { readonly kind: 'write'; readonly config: Config }
  /**
   * Restarts the kubelet, unless its process is younger than `since` and no state file is to be moved. Ends in
   * `restarted`. `since`: milliseconds since the boot.
   */
  | { readonly kind: 'restart'; readonly since: number; readonly stateFiles: StateFilesMove }
  /** Collects evidence about the kubelet that runs. Ends in `looked`. */
  | {
      readonly kind: 'look'
      readonly config: Config
      /** Wall clock of the restart, milliseconds since the epoch. */
      readonly restartedAt: number
      readonly podsBefore: readonly string[] | undefined
      readonly concernsSandboxes: boolean
    }
  /** The rescue is told that the kubelet proved healthy: its starts so far do not count. */
  | { readonly kind: 'forget-starts' }
  /** The trial is over: the rescue has nothing to put back, and state files that were moved aside are not needed. */
  | { readonly kind: 'disarm' }
  /** The rescue's mark is in the state: it can go. */
  | { readonly kind: 'acknowledge-rescue' }
  /** The node's own files changed while the kubelet runs with them: they are the local content now. */
  | { readonly kind: 'capture-local' }
  /** Deletes all checkpoints but these. */
  | { readonly kind: 'keep-checkpoints'; readonly checkpoints: readonly string[] }

export type StateFilesMove =
  | { readonly kind: 'leave' }
  | { readonly kind: 'aside'; readonly names: readonly string[] }
  | { readonly kind: 'back' }
