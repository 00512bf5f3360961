import { collectionPath, configMapsPath, podsPath } from '../api/kinds.ts'
import type { ObjectBody } from '../api/object.ts'
import type { Rest } from '../cluster/http/rest.ts'
import type { Collection } from '../cluster/ports/collection.ts'
import { nodeOf } from '../cluster/resources/node-object.ts'
import { boundTo, malformed, nodesPath } from '../cluster/resources/nodes.ts'
import { podOf } from '../cluster/resources/pod-object.ts'
import { collectionOver } from '../cluster/watch/collection.ts'
import type { WatchTiming } from '../cluster/watch/timing.ts'
import { documentOf } from '../documents/cluster/document-object.ts'
import { balloon } from '../names.ts'
import { bucketIn, bucketNames } from '../sizes/desired/size-bucket.ts'
import type { Collections } from './cluster.ts'

interface Where {
  readonly namespace: string
  readonly timing: WatchTiming
}

const daemonSet = { apiVersion: 'apps/v1', kind: 'DaemonSet' } as const

export function collectionsOver(rest: Rest, { namespace, timing }: Where): Collections {
  const labelSelector = `${balloon.podLabel.key}=${balloon.podLabel.value}`
  return {
    documents: collectionOver(rest, { path: configMapsPath(namespace), small: documentOf, timing }),
    nodes: collectionOver(rest, { path: nodesPath, small: nodeOf, timing }),
    balloons: collectionOver(rest, { path: podsPath(namespace), labelSelector, small: podOf, timing }),
    daemonSets: collectionOver<ObjectBody, ObjectBody>(rest, {
      path: collectionPath({ ...daemonSet, namespace }),
      fieldSelector: `metadata.name=${balloon.daemonSet}`,
      small: (item) => ({ ...item, ...daemonSet }),
      timing,
    }),
    desiredSizes: collectionOver(rest, {
      path: configMapsPath(namespace),
      names: bucketNames,
      small: bucketIn,
      timing,
    }),
    nodesWith({ labelSelector, name }) {
      const fieldSelector = name === undefined ? undefined : `metadata.name=${name}`
      const nodes = collectionOver(rest, { path: nodesPath, labelSelector, fieldSelector, small: nodeOf, timing })
      return labelSelector === undefined ? nodes : explainingSelector(nodes, labelSelector)
    },
    podsOn: (node) =>
      collectionOver(rest, { path: '/api/v1/pods', fieldSelector: boundTo(node), small: podOf, timing, by: 'path' }),
  }
}

/** The same collection; a failure of the first read says that the selector is not valid, if it is not. */
function explainingSelector<T>(collection: Collection<T>, selector: string): Collection<T> {
  return {
    store: collection.store,
    async *changes(limits, onConnection) {
      try {
        yield* collection.changes(limits, onConnection)
      } catch (error) {
        throw malformed(selector, error)
      }
    },
  }
}
