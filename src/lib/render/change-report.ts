import { procedures } from '../config/change/kind.ts'
import type { ChangeReport } from '../flows/check-change.ts'

/** A line per field, and what it takes in all. */
export function describeChange({ release, changes, kind }: ChangeReport): string {
  const lines = changes.map(
    (change) => `${change.path}: ${change.before ?? '(unset)'} → ${change.after ?? '(unset)'} [${change.kind}]`,
  )
  return [...lines, `for kubelet ${release}: ${procedures[kind]}`, ''].join('\n')
}

export function changeData({ release, before, after, kind, changes }: ChangeReport): Record<string, unknown> {
  return {
    kubernetesVersion: release,
    old: before,
    new: after,
    class: kind,
    procedure: procedures[kind],
    changes: changes.map(({ kind: own, blindly, ...change }) => ({ ...change, class: own, ifDoneBlindly: blindly })),
  }
}
