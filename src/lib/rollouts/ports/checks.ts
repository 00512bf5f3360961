import type { Limits } from '../../ports/limits.ts'
import type { Check, CheckAnswer } from '../checks.ts'

/** The programs that the checks of a policy ask. */
export interface Checks {
  /**
   * The answer of each, in their order; all are asked at the same time. What a program does, or does not, is an answer: it settles
   * within its deadline, and rejects with Failure 'interrupted' when the signal aborts, and never else.
   */
  ask(checks: readonly Check[], limits: Pick<Limits, 'signal'>): Promise<readonly CheckAnswer[]>
}
