import { configMapName } from '../../documents/target.ts'
import type { View } from '../../output/view.ts'
import { age } from '../../quantity/age.ts'
import { targetText } from '../change/step.ts'
import { shortDigest } from '../list/output.ts'
import type { HistoryRow } from './list-history.ts'

/** `now` returns milliseconds since the epoch, for the ages; `ofSeveral`: of several targets. */
export const historyView = (now: () => number, ofSeveral: boolean): View<HistoryRow> => ({
  kind: 'History',
  columns: [
    ...(ofSeveral ? [targetColumn] : []),
    { header: 'REVISION', value: ({ past }) => String(past.revision) },
    { header: 'AGE', value: ({ past }) => age(past.stamp.at ?? past.createdAt, now()), isAge: true },
    { header: 'BY', value: ({ past }) => past.stamp.by ?? '-' },
    { header: 'STATUS', value: statusText },
    { header: 'RUNNING', value: ({ nodes }) => String(nodes?.length ?? '-') },
    { header: 'MESSAGE', value: ({ past }) => past.stamp.message ?? '-' },
  ],
  wide: [{ header: 'DIGEST', value: ({ digest }) => shortDigest(digest) }],
  data: ({ past, digest, isStored, nodes, badOn }) => ({
    target: past.target,
    revision: past.revision,
    digest: digest ?? null,
    by: past.stamp.by ?? null,
    at: past.stamp.at ?? null,
    message: past.stamp.message ?? null,
    stored: isStored,
    nodes: nodes ?? null,
    rolledBackOn: badOn,
    body: past.body,
  }),
  name: ({ past }) => `controllerrevision.apps/${configMapName(past.target)}-${past.revision}`,
})

const targetColumn = { header: 'TARGET', value: ({ past }: HistoryRow) => targetText(past.target) }

/** What is stored now; else, that it was rolled back somewhere. */
function statusText({ isStored, badOn }: HistoryRow): string {
  const bad = badOn.length === 0 ? [] : ['rolled back']
  return [...(isStored ? ['stored'] : []), ...bad].join(', ') || '-'
}
