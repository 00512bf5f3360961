import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import type { NodeSize } from '../../sizing/node-size.ts'
import { together } from '../together.ts'
import { chooseNodes } from './choose-nodes.ts'
import { findNode, measureNodes } from './measure-nodes.ts'

/** More nodes than this are cheaper to read all at once. */
const few = 3

export interface Sizes {
  readonly sizes: readonly NodeSize[]
  /** Names of no node. */
  readonly unknown: readonly string[]
}

/** A few nodes are read one by one, many in one go. */
export async function getSizes(
  cluster: Cluster,
  query: { names: readonly string[]; selector: string | undefined },
  limits: Limits,
): Promise<Sizes> {
  if (query.names.length === 0) return { sizes: await measureNodes(cluster, query.selector, limits), unknown: [] }
  const names = await chooseNodes(cluster, query, limits)
  const found =
    names.length <= few
      ? (await together(names.map((name) => findNode(cluster, name, limits)))).filter((size) => size !== undefined)
      : await measureNodes(cluster, undefined, limits)
  const byName = new Map(found.map((size) => [size.node.name, size]))
  return { sizes: names.flatMap((name) => byName.get(name) ?? []), unknown: names.filter((name) => !byName.has(name)) }
}
