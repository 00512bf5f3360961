import type { Limits } from '../../ports/limits.ts'
import { grows, nameOf, onlyGrows, shrunk } from '../plan/share.ts'
import type { NodeOutcome } from '../resize/node-outcome.ts'
import type { SizingWorld } from '../resize/settle.ts'
import { growOnHost } from './grow-on-host.ts'
import { resizeShares } from './resize-shares.ts'
import type { SplitPlan } from './split.ts'

/**
 * Resizes the nodes of a host so that together they never exceed it, or what they had before: all that get smaller come
 * first. Then the nodes are measured again, and those get larger that have room on the host. A node that gets more of one
 * resource and less of the other is resized twice. A dry run sends one request for each node.
 */
export async function applySplit(world: SizingWorld, plan: SplitPlan, limits: Limits): Promise<readonly NodeOutcome[]> {
  const { request, refusal, steps } = plan
  if (refusal !== undefined) return request.parts.map(({ node }) => ({ node, outcome: { failure: refusal } }))
  const isDryRun = request.dryRun !== 'none'
  const shrinking = isDryRun ? steps : steps.filter((step) => !onlyGrows(step)).map(shrunk)
  const first = await resizeShares(world, { ...plan, shares: shrinking }, limits)
  const isDone = (name: string): boolean => first.get(name)?.outcome.failure === undefined
  const growing = isDryRun ? [] : steps.filter((step) => grows(step) && isDone(nameOf(step)))
  const second = await growOnHost(world, { plan, growing }, limits)
  return steps.map(nameOf).flatMap((name) => both(first.get(name), second.get(name)) ?? [])
}

/** One outcome of up to two resizes of a node. */
function both(first: NodeOutcome | undefined, second: NodeOutcome | undefined): NodeOutcome | undefined {
  const [earlier, later] = [first?.outcome.value, second?.outcome.value]
  if (earlier === undefined || later === undefined || earlier.outcome === 'unchanged') return second ?? first
  const balloon = later.balloon && { ...later.balloon, from: earlier.balloon?.from ?? later.balloon.from }
  const value = {
    ...{ ...later, outcome: 'resized' as const, before: earlier.before },
    ...(balloon !== undefined && { balloon }),
    notes: [...earlier.notes, ...later.notes],
    warnings: [...earlier.warnings, ...later.warnings],
  }
  return { node: later.node, outcome: { value } }
}
