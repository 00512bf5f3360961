import { Failure } from '../errors.ts'
import type { Cluster, Limits } from '../ports.ts'
import type { NodeSize } from '../sizing/node-size.ts'
import { chooseNodes } from './choose-nodes.ts'
import { measureNode, measureNodes } from './measure-nodes.ts'
import { together } from './together.ts'

/** More nodes than this are cheaper to read all at once. */
const few = 3

/** A few nodes are read one by one, many in one go. All unknown names at once are Failure 'invalid'. */
export async function getSizes(
  cluster: Cluster,
  query: { names: readonly string[]; selector: string | undefined },
  limits: Limits,
): Promise<readonly NodeSize[]> {
  if (query.names.length === 0) return measureNodes(cluster, query.selector, limits)
  const names = await chooseNodes(cluster, query, limits)
  if (names.length <= few) return together(names.map((name) => measureNode(cluster, name, limits)))
  const all = new Map((await measureNodes(cluster, undefined, limits)).map((size) => [size.node.name, size]))
  const unknown = names.filter((name) => !all.has(name))
  if (unknown.length > 0) throw new Failure('invalid', `nodes not found: ${unknown.join(', ')}`)
  return names.flatMap((name) => all.get(name) ?? [])
}
