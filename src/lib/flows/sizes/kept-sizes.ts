import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import type { StoredWish } from '../../reconcile/wish.ts'
import { shardOf } from '../../reconcile/wish-shard.ts'
import type { NodeSelection } from '../../sizing/node-selection.ts'
import type { NodeSize } from '../../sizing/node-size.ts'
import { together } from '../read-together.ts'
import { readWishes } from './read-wishes.ts'
import { type Survey, survey } from './survey.ts'

export interface KeptSize extends NodeSize {
  /** What is stored for the node; null: nothing is. undefined: it was not read, or the user may not read it. */
  readonly stored?: StoredWish | null | undefined
}

export interface KeptSurvey extends Survey {
  readonly sizes: readonly KeptSize[]
}

/** A survey that reads the wishes of the nodes at the same time. */
export async function surveyKept(cluster: Cluster, selection: NodeSelection, limits: Limits): Promise<KeptSurvey> {
  const [found, { shards, missing }] = await together([
    survey(cluster, selection, limits),
    readWishes(cluster, selection, limits),
  ])
  const nothing = missing?.reason === 'WishesNotRead' ? undefined : null
  const storedFor = (node: string) => shards.get(shardOf(node))?.wishes.get(node) ?? nothing
  return { ...found, sizes: found.sizes.map((size) => ({ ...size, stored: storedFor(size.node.name) })) }
}
