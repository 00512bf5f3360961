import type { Node } from '../../api/node.ts'
import { bursts, type Following, following, type News, type RowEvent, unlessForbidden } from '../../cluster/follow.ts'
import type { Delta } from '../../cluster/ports/collection.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, globalTarget, nodeTarget, type Target } from '../../documents/target.ts'
import type { Failure } from '../../message/failure.ts'
import type { SomeNodes } from '../../nodes/node-selection.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Outcome } from '../../ports/outcomes.ts'
import type { StoredRollout } from '../../rollouts/ports/rollouts.ts'
import { nothingSelected } from '../../sizes/resize/survey.ts'
import { inspect, inspectOncePerReleases } from '../change/inspect.ts'
import { warningsOfAll } from '../change/warnings-of-all.ts'
import type { OpenCluster } from '../cluster.ts'
import { reportFor, type SourceReport } from './source.ts'

/** Which document a node gets, then the same after each change of the documents or of the node. */
export async function* watchSource(
  { cluster, clock }: { cluster: OpenCluster; clock: Clock },
  nodeName: string,
  limits: Limits,
): AsyncGenerator<News<SourceReport>> {
  const known = new Known()
  const own = nodeTarget(nodeName)
  const all = [
    known.follow(cluster, own),
    unlessForbidden(known.follow(cluster, globalTarget), (failure) => {
      known.withoutGlobal = failure
    }),
    unlessForbidden(followRollout(cluster, known), () => undefined),
    unlessForbidden(
      following(cluster.collections.nodesWith({ name: nodeName }), (change) => {
        known.nodes = { value: change.type === 'deleted' ? [] : [change.object] }
      }),
      (failure) => {
        known.nodes = { failure }
      },
    ),
  ]
  let isFirst = true
  for await (const notice of bursts(all, { clock, limits })) {
    if (notice !== undefined) {
      yield { events: [], warnings: [], notice }
      continue
    }
    if (known.withoutGlobal && !known.documents.has(configMapName(own))) throw known.withoutGlobal
    const row = await reportFor(nodeName, known, { now: cluster.now(), inspect })
    yield { events: [{ type: isFirst ? 'ADDED' : 'MODIFIED', row }], warnings: row.warnings }
    isFirst = false
  }
}

/**
 * The same for several nodes, each with its own news. Nodes and documents are listed once and have one watch. A node that
 * was named may come and go; one that no longer has the labels is deleted.
 */
export async function* watchSources(
  { cluster, clock }: { cluster: OpenCluster; clock: Clock },
  nodes: SomeNodes,
  limits: Limits,
): AsyncGenerator<News<SourceReport>> {
  const known = new KnownOfSeveral(nodes)
  const how = { inspect: inspectOncePerReleases() }
  let before = new Map<string, SourceReport>()
  let isFirst = true
  for await (const notice of bursts(known.followings(cluster), { clock, limits })) {
    if (notice !== undefined) {
      yield { events: [], warnings: [], notice }
      continue
    }
    if (isFirst && known.names.length === 0) throw nothingSelected(nodes)
    isFirst = false
    const now = cluster.now()
    const rows = await Promise.all(known.names.map((name) => reportFor(name, known, { ...how, now })))
    const after = new Map(rows.map((row) => [row.node, row]))
    const gone = [...before.values()].filter(({ node }) => !after.has(node))
    yield {
      events: [
        ...rows.map((row): RowEvent<SourceReport> => ({ type: before.has(row.node) ? 'MODIFIED' : 'ADDED', row })),
        ...gone.map((row): RowEvent<SourceReport> => ({ type: 'DELETED', row })),
      ],
      warnings: warningsOfAll(rows),
    }
    before = after
  }
}

class KnownOfSeveral {
  readonly documents = new Map<string, StoredDocument>()
  rollout: StoredRollout | undefined
  readonly #wanted: SomeNodes
  readonly #nodes = new Map<string, Node>()
  #withoutNodes: Failure | undefined

  /** Throws Failure 'usage' for a name with which no node can have a document. */
  constructor(wanted: SomeNodes) {
    this.#wanted = wanted
    if (wanted.by === 'name') for (const name of wanted.names) nodeTarget(name)
  }

  get nodes(): Outcome<readonly Node[]> {
    return this.#withoutNodes === undefined ? { value: [...this.#nodes.values()] } : { failure: this.#withoutNodes }
  }

  get names(): readonly string[] {
    return this.#wanted.by === 'name' ? [...new Set(this.#wanted.names)] : [...this.#nodes.keys()].sort()
  }

  followings(cluster: OpenCluster): readonly Following[] {
    return [
      following(cluster.collections.documents, (change) => put(this.documents, change)),
      unlessForbidden(followRollout(cluster, this), () => undefined),
      this.#followNodes(cluster),
    ]
  }

  #followNodes({ collections }: OpenCluster): Following {
    const { by } = this.#wanted
    const query = this.#wanted.by === 'label' ? { labelSelector: this.#wanted.selector } : {}
    const wanted = this.#wanted.by === 'name' ? new Set(this.#wanted.names) : undefined
    const all = following(collections.nodesWith(query), (change) => {
      if (wanted?.has(change.name) ?? true) put(this.#nodes, change)
    })
    if (by === 'label') return all
    return unlessForbidden(all, (failure) => {
      this.#withoutNodes = failure
    })
  }
}

function put<T>(known: Map<string, T>, change: Exclude<Delta<T>, { type: 'synced' }>): void {
  if (change.type === 'deleted') known.delete(change.name)
  else known.set(change.name, change.object)
}

const followRollout =
  (cluster: OpenCluster, known: { rollout: StoredRollout | undefined }): Following =>
  async (limits, report) => {
    for await (const stored of cluster.rollouts.watch(limits)) {
      known.rollout = stored
      report('synced')
    }
  }

class Known {
  readonly documents = new Map<string, StoredDocument>()
  nodes: Outcome<readonly Node[]> = { value: [] }
  rollout: StoredRollout | undefined
  /** Why the global document cannot be read. */
  withoutGlobal: Failure | undefined

  follow(cluster: OpenCluster, target: Target): Following {
    return async (limits, report) => {
      for await (const stored of cluster.documents.watch(target, limits)) {
        if (stored === undefined) this.documents.delete(configMapName(target))
        else this.documents.set(stored.name, stored)
        report('synced')
      }
    }
  }
}
