import { together } from '../../cluster/read-together.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import type { Limits } from '../../ports/limits.ts'
import { settle } from '../../ports/outcomes.ts'
import type { StoredWish, WishShard } from '../desired/wish.ts'
import { shardOf } from '../desired/wish-shard.ts'
import type { Cluster } from '../ports/cluster.ts'
import { type KeepWishFact, WishesNotInstalled, WishesNotRead } from './resize-messages.ts'

/** The wishes of the nodes of a command, as they were read with the sizes. */
export interface WishesRead {
  /** By name of the ConfigMap; each write puts the newest state here. */
  readonly shards: Map<string, WishShard>
  /** Why there are none; undefined when there are. */
  readonly missing: KeepWishFact | undefined
}

export const storedIn = ({ shards }: WishesRead, node: string): StoredWish | undefined =>
  shards.get(shardOf(node))?.wishes.get(node)

/** With more names than this, one list is cheaper. */
const maxSingleReads = 10

export async function readWishes({ wishes }: Cluster, nodes: NodeSelection, limits: Limits): Promise<WishesRead> {
  const names = nodes.by === 'name' ? [...new Map(nodes.names.map((name) => [shardOf(name), name])).values()] : []
  const reading: Promise<readonly (WishShard | undefined)[]> =
    names.length === 0 || names.length > maxSingleReads
      ? wishes.list(limits)
      : together(names.map((name) => wishes.read(name, limits)))
  const { value = [], failure } = await settle(reading)
  if (failure !== undefined && failure.code !== 'refused') throw failure
  const found = value.filter((shard) => shard !== undefined)
  return {
    shards: new Map(found.map((shard) => [shard.name, shard])),
    missing: failure === undefined ? noneOf(found, wishes.namespace) : WishesNotRead({ because: failure.fact }),
  }
}

const noneOf = (found: readonly WishShard[], namespace: string): KeepWishFact | undefined =>
  found.length === 0 ? WishesNotInstalled({ namespace }) : undefined
