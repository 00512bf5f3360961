import type { Limits } from '../../ports/limits.ts'
import { sizeOf } from '../model/size.ts'
import type { Share } from '../plan/share.ts'
import type { NodeOutcome } from '../resize/node-outcome.ts'
import { stepFor } from '../resize/node-step.ts'
import { type Measurement, resizesOf } from '../resize/resize-nodes.ts'
import { applyResizes } from '../resize/resize-nodes-apply.ts'
import type { SizingWorld } from '../resize/settle.ts'
import type { SplitRequest } from './split.ts'

/** By node. */
export type Outcomes = ReadonlyMap<string, NodeOutcome>

interface Batch extends Omit<Measurement, 'sizes' | 'unknown'> {
  readonly request: Pick<SplitRequest, 'timeoutMs' | 'dryRun' | 'noCordon'>
  readonly shares: readonly Share[]
}

/** Gives nodes the sizes of their shares, some nodes at a time. */
export async function resizeShares(world: SizingWorld, batch: Batch, limits: Limits): Promise<Outcomes> {
  const { timeoutMs, dryRun, noCordon } = batch.request
  const steps = batch.shares.map(({ measured, target }) =>
    stepFor(measured.node.name, measured, { size: sizeOf(target) }, batch.wishes),
  )
  const nodes = { by: 'name', names: steps.map(({ node }) => node) } as const
  const plan = resizesOf({ nodes, timeoutMs, dryRun, noCordon }, batch, { steps, notes: [] })
  const outcomes = await applyResizes(world, plan, limits)
  return new Map(outcomes.map((outcome) => [outcome.node, outcome]))
}
