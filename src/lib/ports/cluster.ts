import type { Access } from './access.ts'
import type { Balloons } from './balloons.ts'
import type { Documents } from './documents.ts'
import type { Nodes } from './nodes.ts'
import type { Objects } from './objects.ts'

export interface Cluster {
  readonly documents: Documents
  readonly nodes: Nodes
  readonly balloons: Balloons
  readonly objects: Objects
  readonly access: Access
}
