import { configMapsPath, podsPath } from '../../api/paths.ts'
import { balloon } from '../../names.ts'
import type { Collections } from '../../ports/cluster.ts'
import type { Rest } from '../http/rest.ts'
import { collectionOver } from '../watch/collection.ts'
import type { WatchTiming } from '../watch/timing.ts'
import { documentOf } from './document-object.ts'
import { nodeOf } from './node-object.ts'
import { podOf } from './pod-object.ts'

interface Where {
  readonly namespace: string
  readonly timing: WatchTiming
}

export function collectionsOver(rest: Rest, { namespace, timing }: Where): Collections {
  const labelSelector = `${balloon.podLabel.key}=${balloon.podLabel.value}`
  return {
    documents: collectionOver(rest, { path: configMapsPath(namespace), small: documentOf, timing }),
    nodes: collectionOver(rest, { path: '/api/v1/nodes', small: nodeOf, timing }),
    balloons: collectionOver(rest, { path: podsPath(namespace), labelSelector, small: podOf, timing }),
  }
}
