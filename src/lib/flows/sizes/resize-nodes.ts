import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { forEachTarget, type Outcome } from '../outcome.ts'
import { chooseNodes } from './choose-nodes.ts'
import { type SetSizeRequest, type SizeChange, setSize } from './set-size.ts'
import type { SizingWorld } from './settle.ts'

/** So many nodes at a time. */
const concurrency = 5

export interface ResizeRequest extends Omit<SetSizeRequest, 'node'> {
  readonly names: readonly string[]
  readonly selector: string | undefined
}

export interface NodeOutcome {
  readonly node: string
  readonly outcome: Outcome<SizeChange>
}

/** The same size for several nodes; each has an outcome of its own, and none stops the others. */
export async function resizeNodes(
  world: SizingWorld,
  request: ResizeRequest,
  limits: Limits,
): Promise<readonly NodeOutcome[]> {
  const nodes = await chooseNodes(world.cluster, request, limits)
  if (nodes.length === 0)
    throw new Failure('usage', 'which nodes?', { suggestions: ['name some, or select them with -l'] })
  const outcomes = await forEachTarget(
    nodes,
    async (node) => {
      limits.signal.throwIfAborted()
      return setSize(world, { ...request, node }, limits)
    },
    concurrency,
  )
  return nodes.map((node, i) => ({ node, outcome: named(node, outcomes[i]!) }))
}

/** A failure says which node it is about. */
function named<Value>(node: string, outcome: Outcome<Value>): Outcome<Value> {
  const { failure } = outcome
  if (failure === undefined || failure.message.includes(`'${node}'`)) return outcome
  const { code, message, suggestions } = failure
  return { failure: new Failure(code, `node '${node}': ${message}`, { suggestions, cause: failure }) }
}
