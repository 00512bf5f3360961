import type { Node } from '../../api/node.ts'
import type { Documents } from '../../documents/precedence.ts'
import type { Failure } from '../../message/failure.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { forEachTarget, type Outcome } from '../../ports/outcomes.ts'
import { nodeNotFound, nothingSelected } from '../../sizes/resize/survey.ts'
import type { Cluster } from '../cluster.ts'
import { type AgentFlowFact, AgentsNotThereYet } from '../status/agent-flow-messages.ts'
import type { NodeStatus } from '../status/node-status.ts'
import { readStatuses } from '../status/read-statuses.ts'
import type { Awaited } from '../wait/awaited.ts'

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
  /** What the agent is to do about it. */
  readonly awaited: readonly Awaited[]
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
  /** What the agent of a node is to do, once the annotations of the node are these; absent: nothing that is waited for. */
  awaited?(node: Node, documents: Documents | undefined): Promise<readonly Awaited[]>
}

/** Reads the nodes, and decides for each; writes nothing. */
export async function planControl(
  { cluster }: { readonly cluster: Cluster },
  { nodes, decide, awaited = async () => [] }: ControlRequest,
  limits: Limits,
): Promise<ControlPlan> {
  const { rows, unknown, documents } = await readStatuses(cluster, nodes, limits)
  if (rows.length === 0 && unknown.length === 0) throw nothingSelected(nodes)
  const decided = rows.map((status) => ({ status, decision: decide(status) }))
  const known = await Promise.all(
    decided.map(async ({ status, decision: { control, failure } }): Promise<ControlStep> => {
      const { name, annotations } = status.node
      const isSame = (annotations[control.annotation] ?? null) === control.value
      const after = { ...status.node, annotations: annotated(annotations, control) }
      const action = isSame ? 'unchanged' : 'change'
      return { node: name, control, action, failure, awaited: await awaited(after, documents) }
    }),
  )
  const missing = unknown.map(
    (node): ControlStep => ({
      node,
      control: { annotation: '', value: null },
      action: 'unchanged',
      failure: nodeNotFound(node),
      awaited: [],
    }),
  )
  const silent = rows.filter(({ state }) => state === 'NoAgent')
  return {
    steps: [...known, ...missing],
    notes: silent.length === 0 ? [] : [AgentsNotThereYet({ nodes: silent.map(({ node }) => node.name) })],
    warnings: decided.flatMap(({ decision }) => decision.warnings ?? []),
  }
}

const annotated = (annotations: Node['annotations'], { annotation, value }: Control): Node['annotations'] => {
  const { [annotation]: _, ...others } = annotations
  return value === null ? others : { ...others, [annotation]: value }
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
