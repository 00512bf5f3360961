import { Failure } from '../../failure.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'

/** The nodes that names or a selector mean. A selector that matches nothing is an error, for a script would go on happily. */
export async function chooseNodes(
  cluster: Cluster,
  { names, selector }: { names: readonly string[]; selector: string | undefined },
  limits: Limits,
): Promise<readonly string[]> {
  if (selector !== undefined && names.length > 0) throw new Failure('usage', 'names and --selector exclude each other')
  if (selector?.trim() === '') throw new Failure('usage', 'the selector is empty, which would mean every node')
  if (selector === undefined) return [...new Set(names)]
  const found = (await cluster.nodes.list({ labelSelector: selector }, limits)).map((node) => node.name)
  if (found.length === 0) throw new Failure('invalid', `no node matches the selector '${selector}'`)
  return found
}
