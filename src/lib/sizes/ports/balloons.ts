import type { Pod } from '../../api/pod.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'
import type { Resize } from '../plan/patch.ts'

export interface BalloonList {
  readonly pods: readonly Pod[]
  /** A watch from here on misses no later change. */
  readonly resourceVersion: string | undefined
}

export interface Balloons {
  readonly namespace: string
  /** Compare-and-swap on uid and both requests: Failure 'conflict' when they changed. */
  resize(resize: Resize, dryRun: DryRun, limits: Limits): Promise<Pod>
  read(name: string, limits: Limits): Promise<Pod | undefined>
  /** Every pod of the namespace with the balloon label, bound or not; in pages. */
  list(limits: Limits): Promise<BalloonList>
  /** Those of them that do not run: not bound, starting, or ended. There are few, however many nodes there are. */
  listNotRunning(limits: Limits): Promise<BalloonList>
  /**
   * The current pod, then each change of it, `undefined` when it is deleted. With `since`, the resourceVersion of a
   * list, only the changes after that list. Recovers as Documents.watch does. Ends when the signal aborts.
   */
  watch(name: string, limits: Limits, since?: string): AsyncIterable<Pod | undefined>
}
