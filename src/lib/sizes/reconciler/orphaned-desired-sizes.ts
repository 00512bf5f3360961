import type { SizeBucket } from '../desired/desired-size.ts'
import { DesiredSizesNotReadHere, DesiredSizesOfAbsentNodes, type RestoreFact } from './restore-messages.ts'

/** Desired sizes that nobody follows: of nodes that do not exist, and in a ConfigMap where nobody looks for them. */
export function orphanedDesiredSizes(
  buckets: readonly SizeBucket[],
  nodes: ReadonlySet<string>,
): readonly RestoreFact[] {
  const absent = buckets.flatMap(({ desiredSizes }) => [...desiredSizes.keys()]).filter((name) => !nodes.has(name))
  const strays = buckets.filter((bucket) => bucket.strays.length > 0)
  return [
    ...(absent.length > 0 ? [DesiredSizesOfAbsentNodes({ names: absent.toSorted() })] : []),
    ...strays.map(({ name, namespace, strays: keys }) => ({
      ...DesiredSizesNotReadHere({ subject: { kind: 'ConfigMap', name, namespace }, keys }),
    })),
  ]
}
