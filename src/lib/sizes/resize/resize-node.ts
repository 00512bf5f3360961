import type { Limits } from '../../ports/limits.ts'
import { orThrow } from '../../ports/outcomes.ts'
import { planResizes, type ResizeRequest } from './resize-nodes.ts'
import { applyResizes } from './resize-nodes-apply.ts'
import type { SizingWorld } from './settle.ts'
import type { SizeChange } from './size-change.ts'

export interface ResizeNodeRequest extends Omit<ResizeRequest, 'nodes' | 'atomic' | 'maxFailures'> {
  readonly node: string
}

/** Resizes one node as `nodesize set` does, with its wish; rejects as it fails. */
export async function resizeNode(
  world: SizingWorld,
  { node, ...request }: ResizeNodeRequest,
  limits: Limits,
): Promise<SizeChange> {
  const plan = await planResizes(world, { ...request, nodes: { by: 'name', names: [node] } }, limits)
  const [item] = await applyResizes(world, plan, limits)
  const change = orThrow(item!.outcome)
  return { ...change, warnings: [...plan.warnings, ...change.warnings] }
}
