import type { OptOutMode } from '../../agent/model/opt-out.ts'
import type { Node } from '../../api/node.ts'
import type { Documents } from '../../documents/precedence.ts'
import { Failure } from '../../message/failure.ts'
import { inspect } from '../change/inspect.ts'
import { DocumentsNotReadable } from '../status/agent-flow-messages.ts'
import { wantedFor } from '../status/node-status.ts'
import type { Awaited } from './awaited.ts'

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
