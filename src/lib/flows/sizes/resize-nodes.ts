import { nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { SomeNodes } from '../../sizing/node-selection.ts'
import type { NodeSize } from '../../sizing/node-size.ts'
import { forEachTarget, type Outcome } from '../outcomes.ts'
import type { ResizeFlowFact, ResizeTalkFact } from './resize-fact.ts'
import { type SetSizeRequest, type SizeChange, setSize } from './set-size.ts'
import type { SizingWorld } from './settle.ts'
import { measureNode, nodeNotFound, survey } from './survey.ts'

/** Nodes at a time. */
const concurrency = 5
/** Milliseconds: older measurements are repeated, because pods come and go. */
const maxAgeMs = 5_000

export interface ResizeRequest extends SetSizeRequest {
  readonly nodes: SomeNodes
}

export interface NodeOutcome {
  readonly node: string
  readonly outcome: Outcome<SizeChange>
}

/**
 * Sets the same size on several nodes. Each has its own outcome, and a failure does not stop the others. Rejects with
 * Failure 'invalid' when a selector matches no node, so that a script does not continue.
 */
export async function resizeNodes(
  world: SizingWorld,
  request: ResizeRequest,
  limits: Limits,
): Promise<readonly NodeOutcome[]> {
  const { sizes } = await survey(world.cluster, request.nodes, limits)
  const measuredAt = world.clock.monotonic()
  const measured = new Map(sizes.map((size) => [size.node.name, size]))
  const outcomes = await forEachTarget(
    namesOf(request.nodes, sizes),
    async (node) => {
      limits.signal.throwIfAborted()
      const isFresh = world.clock.monotonic() - measuredAt < maxAgeMs
      const current = isFresh ? measured.get(node) : await measureNode(world.cluster, node, limits)
      if (current === undefined) throw nodeNotFound(node)
      return setSize(world, { measured: current, request }, limits)
    },
    concurrency,
  )
  return namesOf(request.nodes, sizes).map((node, i) => ({ node, outcome: withNode(node, outcomes[i]!) }))
}

function namesOf(nodes: SomeNodes, found: readonly NodeSize[]): readonly string[] {
  if (nodes.by === 'name') return [...new Set(nodes.names)]
  const { selector } = nodes
  if (found.length === 0) throw new Failure<ResizeTalkFact>('invalid', { reason: 'NoNodeMatches', selector })
  return found.map(({ node }) => node.name)
}

/** Adds the node to a failure that does not name one. */
function withNode<Value>(node: string, outcome: Outcome<Value>): Outcome<Value> {
  const { failure } = outcome
  if (failure === undefined || failure.fact.subject?.kind === 'Node') return outcome
  const fact: ResizeFlowFact = { reason: 'NodeNotResized', subject: nodeSubject(node), because: failure.fact }
  return { failure: new Failure(failure.code, fact, { cause: failure }) }
}
