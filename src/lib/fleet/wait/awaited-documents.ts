import type { OptOutMode } from '../../agent/model/opt-out.ts'
import type { Node } from '../../api/node.ts'
import type { Documents } from '../../documents/precedence.ts'
import { Failure } from '../../message/failure.ts'
import { inspect } from '../change/inspect.ts'
import type { Deleted } from '../delete/delete-apply.ts'
import type { Pushed } from '../push/push-apply.ts'
import { DocumentsNotReadable } from '../status/agent-flow-messages.ts'
import { wantedFor } from '../status/node-status.ts'
import type { Statuses } from '../status/read-statuses.ts'
import type { Awaited } from './awaited.ts'

/** Also the kubelets of documents that were stored already: a push that is repeated waits as well. */
export function awaitedAfterPush({ step, stored: written }: Pushed): readonly Awaited[] {
  const { digest, target } = step
  return step.nodes.map((node) => ({ node, source: target.kind, digest, written }))
}

/** The kubelets of the nodes that fall back to another document, or to their own files. */
export function awaitedAfterDelete({ step: { nodes, next, stored } }: Deleted): readonly Awaited[] {
  return nodes.map((node) =>
    next === undefined
      ? { node, source: 'local', instead: stored }
      : { node, source: 'global', digest: next.digest, written: next.stored },
  )
}

/** What the agent of a node is to do when the node opts out. */
export const awaitedAfterOptOut =
  (mode: OptOutMode) =>
  async ({ name: node }: Node): Promise<readonly Awaited[]> => [
    mode === 'freeze' ? { node, source: 'frozen' } : { node, source: 'local', optsOut: true },
  ]

/** The kubelet is to run what the cluster has for the node. */
export async function awaitedAfterOptIn(node: Node, documents: Documents | undefined): Promise<readonly Awaited[]> {
  return [{ ...(await assignedTo(node, documents)), optedIn: true }]
}

/** The same for a node whose opt-out is not touched. Rejects with Failure 'refused' when documents may not be read. */
export async function assignedTo(node: Node, documents: Documents | undefined) {
  if (documents === undefined) throw new Failure('refused', DocumentsNotReadable())
  const wanted = wantedFor(node, documents)
  if (wanted.source === 'local') return { node: node.name, source: 'local' } as const
  const { source, document } = wanted
  const { digest } = await inspect(document)
  return { node: node.name, source, digest, written: document } as const
}

/** What the kubelets of these nodes are to run. A node that has no document and no agent is not concerned. */
export async function awaitedNow({ rows, documents }: Statuses): Promise<readonly Awaited[]> {
  const all = await Promise.all(rows.map(async (row) => ({ row, awaited: await assignedTo(row.node, documents) })))
  return all.flatMap(({ row, awaited }) => (row.state === 'NoAgent' && awaited.source === 'local' ? [] : [awaited]))
}
