import type { WishShard } from '../../../reconcile/wish.ts'
import type { RestoreFact } from './restore-fact.ts'

/** Wishes that nobody follows: of nodes that do not exist, and in a ConfigMap where nobody looks for them. */
export function strayWishes(shards: readonly WishShard[], nodes: ReadonlySet<string>): readonly RestoreFact[] {
  const absent = shards.flatMap(({ wishes }) => [...wishes.keys()]).filter((name) => !nodes.has(name))
  const strays = shards.filter((shard) => shard.strays.length > 0)
  return [
    ...(absent.length > 0 ? [{ reason: 'WishesOfAbsentNodes', names: absent.toSorted() } as const] : []),
    ...strays.map(({ name, namespace, strays: keys }) => ({
      ...({ reason: 'WishesNotReadHere', subject: { kind: 'ConfigMap', name, namespace }, keys } as const),
    })),
  ]
}
