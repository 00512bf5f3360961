import type { Node } from '../../api/node.ts'
import { bursts, following, type News, type RowEvent, unlessForbidden } from '../../cluster/follow.ts'
import type { Delta } from '../../cluster/ports/collection.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import type { DocumentFact } from '../change/document-messages.ts'
import type { OpenCluster } from '../cluster.ts'
import type { Account } from '../status/account.ts'
import { type Aimed, type DocumentRow, nodesNotVisible, rowFor, withAudiences } from './list-documents.ts'

/**
 * The stored documents, then each change of them or of the nodes that get them. Both collections are listed once and
 * have one watch; without the right to watch nodes, it goes on without them.
 */
export async function* watchDocuments(
  { cluster, clock }: { cluster: OpenCluster; clock: Clock },
  limits: Limits,
): AsyncGenerator<News<DocumentRow>> {
  const { collections } = cluster
  const documents = new Map<string, StoredDocument>()
  const nodes = new Map<string, Node>()
  const rows = new Rows()
  const warnings: DocumentFact[] = []
  const all = [
    following(collections.documents, (change) => put(documents, change)),
    unlessForbidden(
      following(collections.nodes, (change) => put(nodes, change)),
      (failure) => warnings.push(nodesNotVisible(failure)),
    ),
  ]
  let isFirst = true
  for await (const notice of bursts(all, { clock, limits })) {
    if (notice !== undefined) {
      yield { events: [], warnings: [], notice }
      continue
    }
    const visible = warnings.length > 0 ? undefined : [...nodes.values()].sort(byName)
    const events = await rows.update(withAudiences([...documents.values()].sort(byName), visible, cluster.now()))
    if (events.length > 0 || isFirst) yield { events, warnings }
    isFirst = false
  }
}

function put<T>(known: Map<string, T>, change: Exclude<Delta<T>, { type: 'synced' }>): void {
  if (change.type === 'deleted') known.delete(change.name)
  else known.set(change.name, change.object)
}

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1

/** The rows so far: a document is read again only when it or its nodes have changed. */
class Rows {
  #known = new Map<string, { readonly key: string; readonly row: DocumentRow }>()

  async update(all: readonly Aimed[]): Promise<readonly RowEvent<DocumentRow>[]> {
    const before = this.#known
    this.#known = new Map()
    const events: RowEvent<DocumentRow>[] = []
    for (const aimed of all) {
      const { name } = aimed.stored
      const key = keyOf(aimed)
      const known = before.get(name)
      const row = known?.key === key ? known.row : await rowFor(aimed)
      this.#known.set(name, { key, row })
      if (row !== known?.row) events.push({ type: known === undefined ? 'ADDED' : 'MODIFIED', row })
    }
    const gone = [...before].filter(([name]) => !this.#known.has(name))
    return [...events, ...gone.map(([, { row }]) => ({ type: 'DELETED', row }) as const)]
  }
}

const keyOf = ({ stored: { uid, resourceVersion }, nodes, account }: Aimed): string =>
  [uid, resourceVersion, ...(nodes === undefined ? ['?'] : nodes.map((node) => keyOfNode(node, account)))].join(' ')

function keyOfNode({ name, kubeletVersion }: Node, account: Account): string {
  const { state, runs } = account.get(name)!
  return `${name}=${kubeletVersion} ${state} ${runs === undefined || runs.source === 'local' ? '' : runs.digest}`
}
