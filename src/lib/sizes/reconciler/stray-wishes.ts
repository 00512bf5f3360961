import type { WishShard } from '../desired/wish.ts'
import { type RestoreFact, WishesNotReadHere, WishesOfAbsentNodes } from './restore-messages.ts'

/** Wishes that nobody follows: of nodes that do not exist, and in a ConfigMap where nobody looks for them. */
export function strayWishes(shards: readonly WishShard[], nodes: ReadonlySet<string>): readonly RestoreFact[] {
  const absent = shards.flatMap(({ wishes }) => [...wishes.keys()]).filter((name) => !nodes.has(name))
  const strays = shards.filter((shard) => shard.strays.length > 0)
  return [
    ...(absent.length > 0 ? [WishesOfAbsentNodes({ names: absent.toSorted() })] : []),
    ...strays.map(({ name, namespace, strays: keys }) => ({
      ...WishesNotReadHere({ subject: { kind: 'ConfigMap', name, namespace }, keys }),
    })),
  ]
}
