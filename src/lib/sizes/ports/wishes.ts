import type { DryRun, Limits } from '../../ports/limits.ts'
import type { WishShard } from '../desired/wish.ts'
import type { WishChange } from '../desired/wish-patch.ts'
import type { KeyPart } from '../desired/wish-shard.ts'

export interface WishWrite {
  readonly node: string
  /** Which of its keys is written; its wish unless given. */
  readonly part?: KeyPart | undefined
  /** The text of the wish that was read: the write succeeds only if it is unchanged. undefined: there was none. */
  readonly replaces: string | undefined
  /** undefined: the node has no wish any more. */
  readonly text: string | undefined
  /** As WishChange has it. */
  readonly beside?: WishChange['beside']
  /** As it was read: it saves a request. */
  readonly shard: WishShard
}

/** The wishes of one namespace, in the ConfigMaps that install created. */
export interface Wishes {
  readonly namespace: string
  /** The wishes beside which that of a node is stored; undefined: install did not create the ConfigMap. */
  read(node: string, limits: Limits): Promise<WishShard | undefined>
  /** All that exist, by name. Without the right to list ConfigMaps, reads each of them. */
  list(limits: Limits): Promise<readonly WishShard[]>
  /**
   * Compare-and-swap on a key of one node: Failure 'conflict' when it changed, or when the ConfigMap is gone. Never
   * creates a ConfigMap, and leaves the wishes of other nodes alone.
   */
  write(write: WishWrite, dryRun: DryRun, limits: Limits): Promise<WishShard>
}
