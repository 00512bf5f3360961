import type { DryRun, Limits } from '../../ports/limits.ts'
import type { Rollout } from '../rollout.ts'
import type { RolloutReading } from '../rollout-object.ts'

/** The ConfigMap with the rollouts of a target, whatever it contains. */
export interface StoredRollout {
  readonly uid: string
  readonly resourceVersion: string
  /** Milliseconds since the epoch, by the clock of the API server; undefined: it does not say. */
  readonly writtenAt?: number | undefined
  readonly reading: RolloutReading
}

/** The rollouts of the global document. Promises as in lib/ports/limits.ts. */
export interface Rollouts {
  read(limits: Limits): Promise<StoredRollout | undefined>
  /** Compare-and-swap: Failure 'conflict' when `replaces` is stale; undefined: there is none, create it. Keeps labels and annotations. */
  write(rollout: Rollout, replaces: StoredRollout | undefined, dryRun: DryRun, limits: Limits): Promise<StoredRollout>
  /** First as it is, then each change; undefined while there is none. Recovers as Documents.watch does. */
  watch(limits: Limits): AsyncIterable<StoredRollout | undefined>
}
