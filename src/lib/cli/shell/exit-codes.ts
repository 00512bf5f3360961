import type { FailureCode } from '../../message/failure.ts'

type TargetOutcome = 'done' | FailureCode
export type Outcome = TargetOutcome | 'differs' | 'bug' | 'terminated' | 'hungUp'

/** The exit codes of both programs: scripts rely on them. docs/exit-codes.md has the whole table, --help the rows of the command. */
export const exitTable: Readonly<Record<Outcome, { code: number; meaning: string }>> = {
  done: { code: 0, meaning: 'success, or nothing to change' },
  differs: { code: 1, meaning: 'diff found differences, or a node fails a threshold (--fail-if)' },
  usage: { code: 2, meaning: 'usage error: flags, arguments or kubeconfig' },
  invalid: { code: 3, meaning: 'invalid input, or an object or file that does not exist' },
  conflict: { code: 4, meaning: 'conflict: changed by another client in the meantime' },
  refused: { code: 5, meaning: 'refused: by a safety check, by RBAC, or not confirmed' },
  unreachable: { code: 6, meaning: 'unreachable: no answer from the API server, or from the host (validate --host)' },
  timeout: { code: 7, meaning: 'timeout: a change was requested but not confirmed in time' },
  partial: { code: 8, meaning: 'partial: some targets succeeded, others failed, or only a part of a size fitted' },
  reverted: { code: 9, meaning: 'reverted: a size no longer fitted, or a kubelet was rolled back' },
  bug: { code: 70, meaning: 'internal error, or stdout cannot be written' },
  hungUp: { code: 129, meaning: 'terminal closed (SIGHUP)' },
  interrupted: { code: 130, meaning: 'interrupted (Ctrl-C, SIGINT)' },
  terminated: { code: 143, meaning: 'terminated (SIGTERM)' },
}

export const exitCode = (outcome: Outcome): number => exitTable[outcome].code

/** The outcomes that leave the state of the cluster unknown come first, mistakes of the caller last. */
const bySeriousness: readonly TargetOutcome[] = [
  'interrupted',
  'timeout',
  'unreachable',
  'partial',
  'conflict',
  'reverted',
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
