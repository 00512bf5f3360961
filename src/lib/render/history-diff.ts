import { configMapName } from '../documents/target.ts'
import type { HistoryDiff } from '../flows/documents/diff-history.ts'
import type { Line } from '../tone.ts'
import { changeLines } from '../words/field-changes.ts'
import { resource } from './step.ts'

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
