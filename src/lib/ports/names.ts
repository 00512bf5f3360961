import type { Limits } from './limits.ts'

/** Names alone, for people who choose one: cheap even in a large cluster. */
export interface Names {
  /** Of all nodes or namespaces, from the cache of the API server, so perhaps a moment old; by name. One request. */
  list(kind: 'nodes' | 'namespaces', limits: Limits): Promise<readonly string[]>
}
