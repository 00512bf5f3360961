import { configMapName } from '../../documents/target.ts'
import { changeLines } from '../../kubelet/compare/field-changes.ts'
import type { Line } from '../../message/line.ts'
import { resource } from '../change/step.ts'
import type { HistoryDiff } from './diff-history.ts'

/** Field by field; empty when both revisions mean the same. */
export const describeHistoryDiff = ({ target, from, to, changes }: HistoryDiff): readonly Line[] =>
  changes.length === 0 ? [] : [[`${resource({ target })}: revision ${from} → ${to}`], ...changeLines(changes)]

export const historyDiffData = ({ target, from, to, changes }: HistoryDiff): Record<string, unknown> => ({
  target,
  name: configMapName(target),
  from,
  to,
  changes,
})
