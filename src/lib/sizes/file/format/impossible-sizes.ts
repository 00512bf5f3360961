import type { NodeSize } from '../../model/node-size.ts'
import { resolveSize } from '../../model/size.ts'
import type { SizeEntry } from './size-entry.ts'
import { type SizeFileProblem, SizeImpossible } from './size-file-messages.ts'

type Measured = Pick<NodeSize, 'node' | 'allocatable' | 'size'>

const mostNamed = 3

/**
 * The values of a file that nodes cannot have, whatever their pods are: each value once, with the nodes that it is for. Of a node
 * that does not report what it can allocate, nothing is known.
 */
export function impossibleSizes(
  assigned: ReadonlyMap<string, SizeEntry>,
  sizes: readonly Measured[],
): readonly SizeFileProblem[] {
  const found = sizes.flatMap((measured) => {
    const entry = assigned.get(measured.node.name)
    const { cpu, memory } = measured.allocatable
    if (entry === undefined || cpu === 0n || memory === 0n) return []
    const resolved = resolveSize(entry.size, measured)
    if (resolved.kind === 'size') return []
    return resolved.problems.map((problem) => ({
      ...{ at: entry.places[problem.resource] ?? entry.at },
      ...{ node: measured.node.name, problem },
    }))
  })
  return [...Map.groupBy(found, ({ at }) => at)].map(([subject, all]) =>
    SizeImpossible({
      subject,
      count: all.length,
      nodes: all.slice(0, mostNamed).map(({ node }) => node),
      problem: all.map(({ problem }) => problem).reduce((one, next) => (next.largest < one.largest ? next : one)),
    }),
  )
}
