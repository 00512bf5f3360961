import { concurrently } from '../../cluster/concurrently.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import type { Limits } from '../../ports/limits.ts'
import { settle } from '../../ports/outcomes.ts'
import type { SizeBucket, StoredSize } from '../desired/desired-size.ts'
import { bucketOf } from '../desired/size-bucket.ts'
import type { Cluster } from '../ports/cluster.ts'
import { DesiredSizesNotInstalled, DesiredSizesNotRead, type StoreSizeFact } from './resize-messages.ts'

/** The desired sizes of the nodes of a command, as they were read with the sizes. */
export interface DesiredSizesRead {
  /** By name of the ConfigMap; each write puts the newest state here. */
  readonly buckets: Map<string, SizeBucket>
  /** Why there are none; undefined when there are. */
  readonly missing: StoreSizeFact | undefined
}

export const storedIn = ({ buckets }: DesiredSizesRead, node: string): StoredSize | undefined =>
  buckets.get(bucketOf(node))?.desiredSizes.get(node)

/** With more names than this, one list is cheaper. */
const maxSingleReads = 10

export async function readDesiredSizes(
  { desiredSizes }: Cluster,
  nodes: NodeSelection,
  limits: Limits,
): Promise<DesiredSizesRead> {
  const names = nodes.by === 'name' ? [...new Map(nodes.names.map((name) => [bucketOf(name), name])).values()] : []
  const reading: Promise<readonly (SizeBucket | undefined)[]> =
    names.length === 0 || names.length > maxSingleReads
      ? desiredSizes.list(limits)
      : concurrently(names.map((name) => desiredSizes.read(name, limits)))
  const { value = [], failure } = await settle(reading)
  if (failure !== undefined && failure.code !== 'refused') throw failure
  const found = value.filter((bucket) => bucket !== undefined)
  return {
    buckets: new Map(found.map((bucket) => [bucket.name, bucket])),
    missing:
      failure === undefined ? noneOf(found, desiredSizes.namespace) : DesiredSizesNotRead({ because: failure.fact }),
  }
}

const noneOf = (found: readonly SizeBucket[], namespace: string): StoreSizeFact | undefined =>
  found.length === 0 ? DesiredSizesNotInstalled({ namespace }) : undefined
