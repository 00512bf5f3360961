import type { Statuses } from '../status/read-statuses.ts'
import type { Awaited } from './awaited.ts'
import { assignedTo } from './awaited-control.ts'

/** What the kubelets of these nodes are to run. A node that has no document and no agent is not concerned. */
export async function awaitedNow({ rows, documents }: Statuses): Promise<readonly Awaited[]> {
  const all = await Promise.all(rows.map(async (row) => ({ row, awaited: await assignedTo(row.node, documents) })))
  return all.flatMap(({ row, awaited }) => (row.state === 'NoAgent' && awaited.source === 'local' ? [] : [awaited]))
}
