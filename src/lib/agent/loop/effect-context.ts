import type { Limits } from '../../ports/limits.ts'
import type { Found } from '../model/event.ts'
import type { NodeFacts, PodFacts } from '../ports/agent-node.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { Host } from './dependencies.ts'

/** What effects work with. */
export interface EffectContext {
  readonly node: string
  readonly host: Host
  readonly checkpoints: Checkpoints
  /** Fields that this node allows in spite of the policy. */
  readonly allowedUnsafe: readonly string[]
  /** The Node as it was seen last; undefined: not yet, or it does not exist. */
  nodeFacts(): NodeFacts | undefined
  /** Reads the rollout from the API server, not from a cache. */
  rollout(limits: Limits): Promise<Found>
  /** Reads the pods of the node. */
  pods(limits: Limits): Promise<readonly PodFacts[]>
}
