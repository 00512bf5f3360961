import type { ChangeReport } from '../flows/files/check-change.ts'
import { procedureOf } from '../kubelet-changes/procedure.ts'

/** A line per field, and what it takes in all. */
export function describeChange({ release, changes }: ChangeReport): string {
  const lines = changes.map(
    (change) => `${change.path}: ${change.before ?? '(unset)'} → ${change.after ?? '(unset)'} [${change.kind}]`,
  )
  return [...lines, `for kubelet ${release}: ${procedureOf(changes)}`, ''].join('\n')
}

export function changeData({ release, before, after, kind, changes }: ChangeReport): Record<string, unknown> {
  return {
    kubernetesVersion: release,
    old: before,
    new: after,
    class: kind,
    procedure: procedureOf(changes),
    changes: changes.map(({ kind: own, stateFile, blindly, ...change }) => ({
      ...change,
      class: own,
      ifDoneBlindly: blindly,
    })),
  }
}
