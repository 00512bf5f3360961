import type { Limits } from '../../ports/limits.ts'

/** Names only, for completion: fast even in a large cluster. */
export interface Names {
  /** Of all nodes or namespaces, or the ConfigMaps in the namespace of the documents, sorted, from the cache of the API server, so they may be slightly outdated. One request. */
  list(kind: 'nodes' | 'namespaces' | 'configmaps', limits: Limits): Promise<readonly string[]>
}
