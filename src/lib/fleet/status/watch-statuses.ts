import { isStale } from '../../agent/report/heartbeat.ts'
import type { Node } from '../../api/node.ts'
import { bursts, type Following, following, type News, type RowEvent, unlessForbidden } from '../../cluster/follow.ts'
import type { Delta } from '../../cluster/ports/collection.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import { nodesNotFound } from '../../sizes/resize/survey.ts'
import type { OpenCluster } from '../cluster.ts'
import type { AgentFlowFact } from './agent-flow-messages.ts'
import { type NodeStatus, statusOf } from './node-status.ts'
import { documentsNotVisible } from './read-statuses.ts'

interface World {
  readonly cluster: OpenCluster
  readonly clock: Clock
}

type Change<T> = Exclude<Delta<T>, { type: 'synced' }>

/**
 * The status of nodes, then each change of it. Nodes and documents are listed once and have one watch. Throws Failure
 * 'invalid' when a node of the selection does not exist at the beginning; later it may come and go.
 */
export async function* watchStatuses(
  { cluster, clock }: World,
  selection: NodeSelection,
  limits: Limits,
): AsyncGenerator<News<NodeStatus>> {
  const known = new Known(selection)
  let isFirst = true
  for await (const notice of bursts(known.followings(cluster), { clock, limits })) {
    if (notice !== undefined) {
      yield { events: [], warnings: [], notice }
      continue
    }
    const missing = isFirst ? nodesNotFound(known.missing) : undefined
    if (missing !== undefined) throw missing
    const events = known.changed(cluster.now())
    if (events.length > 0 || isFirst) yield { events, warnings: known.warnings }
    isFirst = false
  }
}

interface Seen {
  readonly row: NodeStatus
  readonly stale: boolean
}

/** What is known of the cluster, and the nodes whose status may have changed. */
class Known {
  readonly warnings: AgentFlowFact[] = []
  readonly #names: ReadonlySet<string> | undefined
  readonly #selection: NodeSelection
  readonly #nodes = new Map<string, Node>()
  readonly #documents = new Map<string, StoredDocument>()
  readonly #seen = new Map<string, Seen>()
  readonly #changed = new Set<string>()

  constructor(selection: NodeSelection) {
    this.#selection = selection
    this.#names = selection.by === 'name' ? new Set(selection.names) : undefined
  }

  followings({ collections }: OpenCluster): readonly Following[] {
    const [name] = this.#names?.size === 1 ? this.#names : []
    const query = this.#selection.by === 'label' ? { labelSelector: this.#selection.selector } : {}
    return [
      following(collections.nodesWith({ name, ...query }), (change) => {
        if (this.#names?.has(change.name) ?? true) this.#putNode(change)
      }),
      unlessForbidden(
        following(collections.documents, (change) => this.#putDocument(change)),
        (failure) => this.warnings.push(documentsNotVisible(failure)),
      ),
    ]
  }

  /** Names of the selection that no node has. */
  get missing(): readonly string[] {
    return [...(this.#names ?? [])].filter((name) => !this.#nodes.has(name))
  }

  /** By name. An agent also becomes stale because nothing changes. */
  changed(now: number): readonly RowEvent<NodeStatus>[] {
    for (const [name, { stale, row }] of this.#seen) if (stale !== isStale(row.node, now)) this.#changed.add(name)
    const names = [...this.#changed].sort()
    this.#changed.clear()
    return names.flatMap((name) => this.#eventOf(name, now) ?? [])
  }

  #eventOf(name: string, now: number): RowEvent<NodeStatus> | undefined {
    const node = this.#nodes.get(name)
    const before = this.#seen.get(name)
    if (node === undefined) {
      this.#seen.delete(name)
      return before && { type: 'DELETED', row: before.row }
    }
    const documents = this.warnings.length === 0 ? this.#documents : undefined
    const row = statusOf({ node, documents, now })
    this.#seen.set(name, { row, stale: isStale(node, now) })
    return { type: before === undefined ? 'ADDED' : 'MODIFIED', row }
  }

  #putNode(change: Change<Node>): void {
    if (change.type === 'deleted') this.#nodes.delete(change.name)
    else this.#nodes.set(change.name, change.object)
    this.#changed.add(change.name)
  }

  /** The global document may be that of any node. */
  #putDocument(change: Change<StoredDocument>): void {
    if (change.type === 'deleted') this.#documents.delete(change.name)
    else this.#documents.set(change.name, change.object)
    const { target } = change.type === 'deleted' ? change.before : change.object
    if (target.kind === 'node') this.#changed.add(target.node)
    else for (const name of this.#nodes.keys()) this.#changed.add(name)
  }
}
