import type { Node } from '../../api/node.ts'
import { bursts, type Following, following, type News, unlessForbidden } from '../../cluster/follow.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, globalTarget, nodeTarget, type Target } from '../../documents/target.ts'
import type { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Outcome } from '../../ports/outcomes.ts'
import type { StoredRollout } from '../../rollouts/ports/rollouts.ts'
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
    unlessForbidden(known.followRollout(cluster), () => undefined),
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
    const row = await reportFor(nodeName, known, cluster.now())
    yield { events: [{ type: isFirst ? 'ADDED' : 'MODIFIED', row }], warnings: row.warnings }
    isFirst = false
  }
}

class Known {
  readonly documents = new Map<string, StoredDocument>()
  nodes: Outcome<readonly Node[]> = { value: [] }
  rollout: StoredRollout | undefined
  /** Why the global document cannot be read. */
  withoutGlobal: Failure | undefined

  followRollout(cluster: OpenCluster): Following {
    return async (limits, report) => {
      for await (const stored of cluster.rollouts.watch(limits)) {
        this.rollout = stored
        report('synced')
      }
    }
  }

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
