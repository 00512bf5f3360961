import type { Failure } from '../../failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import type { NodeSelection } from '../../sizing/node-selection.ts'
import { forEachTarget, type Outcome } from '../outcomes.ts'
import { nodeNotFound } from '../sizes/survey.ts'
import type { AgentFlowFact } from './agent-flow-fact.ts'
import type { NodeStatus } from './node-status.ts'
import { readStatuses } from './read-statuses.ts'

/** What operators write to a node for its agent. */
export interface Control {
  /** The annotation, and its value; null removes it. */
  readonly annotation: string
  readonly value: string | null
}

export interface ControlStep {
  readonly node: string
  readonly control: Control
  readonly action: 'change' | 'unchanged'
  /** Why nothing can be done: the node does not exist, or what is asked for does not fit it. */
  readonly failure: Failure | undefined
}

export interface ControlPlan {
  readonly steps: readonly ControlStep[]
  readonly notes: readonly AgentFlowFact[]
  readonly warnings: readonly AgentFlowFact[]
}

/** What a command decides about one node. */
export interface Decision {
  readonly control: Control
  readonly failure?: Failure | undefined
  readonly warnings?: readonly AgentFlowFact[]
}

export interface ControlRequest {
  readonly nodes: NodeSelection
  decide(status: NodeStatus): Decision
}

/** Reads the nodes, and decides for each; writes nothing. */
export async function planControl(
  world: { readonly cluster: Cluster; readonly clock: Clock },
  { nodes, decide }: ControlRequest,
  limits: Limits,
): Promise<ControlPlan> {
  const { rows, unknown } = await readStatuses(world, nodes, limits)
  const decided = rows.map((status) => ({ status, decision: decide(status) }))
  const known = decided.map(({ status, decision: { control, failure } }): ControlStep => {
    const { name, annotations } = status.node
    const isSame = (annotations[control.annotation] ?? null) === control.value
    return { node: name, control, action: isSame ? 'unchanged' : 'change', failure }
  })
  const missing = unknown.map(
    (node): ControlStep => ({
      node,
      control: { annotation: '', value: null },
      action: 'unchanged',
      failure: nodeNotFound(node),
    }),
  )
  const silent = rows.filter(({ state }) => state === 'NoAgent')
  return {
    steps: [...known, ...missing],
    notes: silent.length === 0 ? [] : [{ reason: 'AgentsNotThereYet', nodes: silent.map(({ node }) => node.name) }],
    warnings: decided.flatMap(({ decision }) => decision.warnings ?? []),
  }
}

/** Writes at a time. */
const concurrency = 8

/** Annotates the nodes; repeated, it changes nothing. A node that fails does not stop the others. */
export async function applyControl(
  cluster: Cluster,
  { plan, dryRun }: { readonly plan: ControlPlan; readonly dryRun: DryRunMode },
  limits: Limits,
): Promise<readonly Outcome<ControlStep>[]> {
  return forEachTarget(
    plan.steps,
    async (step) => {
      const { node, control, action, failure } = step
      if (failure !== undefined) throw failure
      if (action === 'unchanged' || dryRun === 'client') return step
      limits.signal.throwIfAborted()
      const annotations = { [control.annotation]: control.value }
      if ((await cluster.nodes.annotate(node, annotations, dryRun, limits)) === undefined) throw nodeNotFound(node)
      return step
    },
    concurrency,
  )
}
