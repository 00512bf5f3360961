import type { Pod } from '../api/pod.ts'
import type { Resize } from '../sizing/resize.ts'
import type { DryRun, Limits } from './limits.ts'

export interface Balloons {
  readonly namespace: string
  /** Compare-and-swap on uid and both requests: Failure 'conflict' when they changed. */
  resize(resize: Resize, dryRun: DryRun, limits: Limits): Promise<Pod>
  read(name: string, limits: Limits): Promise<Pod | undefined>
  /** Every pod of the namespace with the balloon label, bound or not; in pages. */
  list(limits: Limits): Promise<readonly Pod[]>
  /**
   * The current pod, then each change of it, `undefined` when it is deleted. Recovers as Documents.watch does. Ends
   * when the signal aborts.
   */
  watch(name: string, limits: Limits): AsyncIterable<Pod | undefined>
}
