import type { FailureCode } from '../../failure.ts'

type TargetOutcome = 'done' | FailureCode
export type Outcome = TargetOutcome | 'differs' | 'bug'

/** The exit codes of both commands: scripts rely on them. README prints this table, --help of a command its part. */
export const exitTable: Readonly<Record<Outcome, { code: number; meaning: string }>> = {
  done: { code: 0, meaning: 'done, unchanged or same' },
  differs: { code: 1, meaning: 'differs (diff only)' },
  usage: { code: 2, meaning: 'usage: flags, arguments or kubeconfig' },
  invalid: { code: 3, meaning: 'invalid input, or the name of something that does not exist' },
  conflict: { code: 4, meaning: 'conflict: somebody else changed it' },
  refused: { code: 5, meaning: 'refused: by a guard, by RBAC, or by the answer "no"' },
  unreachable: { code: 6, meaning: 'unreachable: no answer from the API server' },
  timeout: { code: 7, meaning: 'timeout: a change was asked for, and not confirmed in time' },
  partial: { code: 8, meaning: 'partial: some targets done, others not' },
  full: { code: 9, meaning: 'did not fit, and was taken back' },
  bug: { code: 70, meaning: 'a bug of ours, or stdout cannot be written' },
  interrupted: { code: 130, meaning: 'interrupted' },
}

export const exitCode = (outcome: Outcome): number => exitTable[outcome].code

/** First what leaves most in the dark, last what is the caller's own mistake. */
const bySeriousness: readonly TargetOutcome[] = [
  'interrupted',
  'timeout',
  'unreachable',
  'partial',
  'conflict',
  'full',
  'refused',
  'invalid',
  'usage',
  'done',
]

/** For several targets: partial when some are done and others are not, else the most serious outcome. */
export function combineOutcomes(outcomes: readonly TargetOutcome[]): TargetOutcome {
  const distinct = new Set(outcomes)
  if (distinct.has('done') && distinct.size > 1 && !distinct.has('interrupted')) return 'partial'
  return bySeriousness.find((outcome) => distinct.has(outcome)) ?? 'done'
}
