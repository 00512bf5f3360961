import type { Node } from '../../../api/node.ts'
import type { SizeEntry } from './size-entry.ts'
import {
  type SizeFileFact,
  type SizeFileProblem,
  SizeNodeUnknown,
  SizeSelectorEmpty,
  SizeSelectorsOverlap,
} from './size-file-messages.ts'

export interface Assigned {
  /** By node. */
  readonly assigned: ReadonlyMap<string, SizeEntry>
  readonly problems: readonly SizeFileProblem[]
  readonly warnings: readonly SizeFileFact[]
}

const mostNamed = 3

/** Which node gets which size. An entry with the name of a node wins over one with labels; two with labels are a problem. */
export function assignSizes(entries: readonly SizeEntry[], nodes: readonly Pick<Node, 'name' | 'labels'>[]): Assigned {
  const known = new Set(nodes.map(({ name }) => name))
  const named = new Map<string, SizeEntry>()
  const problems: SizeFileProblem[] = []
  for (const entry of entries) {
    const { at, nodes: one } = entry
    if (one.by !== 'name') continue
    if (known.has(one.name)) named.set(one.name, entry)
    else problems.push(SizeNodeUnknown({ subject: at, node: one.name }))
  }
  const withLabel = Map.groupBy(
    nodes.flatMap(({ name, labels }) =>
      Object.entries(labels).map((label) => ({ name, labels, label: label.join('=') })),
    ),
    ({ label }) => label,
  )
  const matched = new Map<string, SizeEntry>()
  const warnings: SizeFileFact[] = []
  for (const entry of entries) {
    if (entry.nodes.by !== 'labels') continue
    const { labels } = entry.nodes
    const [first] = Object.entries(labels)
    const candidates = withLabel.get(first?.join('=') ?? '') ?? []
    const matching = candidates.filter((node) => hasLabels(node, labels)).map(({ name }) => name)
    if (matching.length === 0) warnings.push(SizeSelectorEmpty({ subject: entry.at }))
    const others = matching.filter((name) => !named.has(name))
    const earlier = Map.groupBy(
      others.filter((name) => matched.has(name)),
      (name) => matched.get(name)!,
    )
    for (const [{ at }, both] of earlier)
      problems.push(
        SizeSelectorsOverlap({
          subject: entry.at,
          line: at.line ?? 0,
          nodes: both.slice(0, mostNamed),
          count: both.length,
        }),
      )
    for (const name of others) matched.set(name, matched.get(name) ?? entry)
  }
  return { assigned: new Map([...named, ...matched]), problems, warnings }
}

const hasLabels = ({ labels: has }: Pick<Node, 'labels'>, wanted: Readonly<Record<string, string>>): boolean =>
  Object.entries(wanted).every(([key, value]) => has[key] === value)
