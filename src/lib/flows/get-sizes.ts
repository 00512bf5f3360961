import type { Cluster, Limits } from '../ports.ts'
import type { NodeSize } from '../sizing/node-size.ts'
import { chooseNodes } from './choose-nodes.ts'
import { measureNode, measureNodes } from './measure-nodes.ts'

/** A few nodes are read one by one, all of them in one go. */
export async function getSizes(
  cluster: Cluster,
  query: { names: readonly string[]; selector: string | undefined },
  limits: Limits,
): Promise<readonly NodeSize[]> {
  if (query.names.length === 0) return measureNodes(cluster, query.selector, limits)
  const names = await chooseNodes(cluster, query, limits)
  return Promise.all(names.map((name) => measureNode(cluster, name, limits)))
}
