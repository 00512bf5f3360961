import type { Fact } from '../../message/fact.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import type { Amounts } from '../../pods/amounts.ts'
import type { Limits } from '../../ports/limits.ts'
import { settle } from '../../ports/outcomes.ts'
import type { ResizePlan } from '../plan/plan.ts'
import { usageAboveSize } from '../plan/usage.ts'
import type { Cluster } from '../ports/cluster.ts'
import { MetricsNotServed, type ResizeTalkFact, UsageUnknown } from './resize-messages.ts'

/** Milliseconds: a metrics API that is registered and down must not hold up a resize. */
const timeoutMs = 5_000

/** What the selected nodes use, or why that is not known. */
export type UsageRead =
  | { readonly used: ReadonlyMap<string, Amounts>; readonly unknown?: undefined }
  | { readonly used?: undefined; readonly unknown: ResizeTalkFact }

export async function readUsage({ usage }: Cluster, nodes: NodeSelection, limits: Limits): Promise<UsageRead> {
  const only = nodes.by === 'name' && nodes.names.length === 1 ? nodes.names[0] : undefined
  const { value, failure } = await settle(usage.ofNodes(only, { ...limits, timeoutMs }))
  if (failure !== undefined) {
    if (failure.code === 'interrupted') throw failure
    return { unknown: UsageUnknown({ because: failure.fact }) }
  }
  return value === undefined ? { unknown: MetricsNotServed() } : { used: value }
}

interface Step {
  readonly node: string
  readonly found: { readonly plan: ResizePlan } | undefined
}

interface Findings {
  readonly notes: readonly Fact[]
  readonly warnings: readonly Fact[]
}

/** What is worth knowing about the plans, given what nodes use; nothing if it was not asked for. */
export function usageFindings(steps: readonly Step[], read: UsageRead | undefined): Findings {
  if (read === undefined) return { notes: [], warnings: [] }
  if (read.used === undefined) return { notes: [read.unknown], warnings: [] }
  const found = steps.flatMap(({ node, found: its }) =>
    its === undefined ? [] : (usageAboveSize(node, its.plan, read.used.get(node)) ?? []),
  )
  return {
    notes: found.filter(({ reason }) => reason === 'NodeNotMeasured'),
    warnings: found.filter(({ reason }) => reason === 'UsageAboveSize'),
  }
}
