import type { Fact } from '../../fact.ts'
import type { Failure } from '../../failure.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { formatAmounts, type QuantityText, type Resource } from '../../sizing/amounts.ts'
import type { NodeSelection } from '../../sizing/node-selection.ts'
import type { NodeSize } from '../../sizing/node-size.ts'
import { floor } from '../../sizing/size.ts'
import type { ResizeTalkFact } from './resize-fact.ts'
import { nodesNotFound, survey } from './survey.ts'

export interface ExportedSizes {
  /** By node; `max` for a resource of which the balloon holds no more than its floor. */
  readonly sizes: readonly ({ readonly node: string } & QuantityText)[]
  readonly notes: readonly ResizeTalkFact[]
  readonly warnings: readonly Fact[]
  readonly missing: Failure | undefined
}

/** The sizes of nodes as they are now. Nodes without a balloon that can be resized have none. */
export async function exportSizes(cluster: Cluster, selection: NodeSelection, limits: Limits): Promise<ExportedSizes> {
  const { sizes, unknown, warnings } = await survey(cluster, selection, limits)
  const exported = sizes.filter(({ state, balloonState }) => state !== 'NotManaged' && 'requests' in balloonState)
  const skipped = sizes.filter((size) => !exported.includes(size)).map(({ node }) => node.name)
  const pending = exported.flatMap(({ why }) => (why === undefined ? [] : [why]))
  return {
    sizes: exported.map(sizeOf).toSorted((a, b) => (a.node < b.node ? -1 : 1)),
    notes: skipped.length === 0 ? [] : [{ reason: 'NodesSkipped', names: skipped }],
    warnings: [...warnings, ...pending],
    missing: nodesNotFound(unknown),
  }
}

function sizeOf({ node, size, balloon }: NodeSize): ExportedSizes['sizes'][number] {
  const exact = formatAmounts(size)
  const text = (resource: Resource): string => (balloon[resource] === floor[resource] ? 'max' : exact[resource])
  return { node: node.name, cpu: text('cpu'), memory: text('memory') }
}
