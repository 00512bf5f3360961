import type { Limits } from '../../ports/limits.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { usageFindings } from '../resize/check-usage.ts'
import { type NodeStep, type ResizeRequest, type ResizesPlan, resizesOf, stepFor } from '../resize/plan-resizes.ts'
import { readTargets, type SizeFileRequest } from './size-file.ts'

export interface FileResizesPlan extends ResizesPlan {
  /** Names of nodes that the file does not select, and that get their full size. */
  readonly pruned: readonly string[]
}

type Request = SizeFileRequest & Omit<ResizeRequest, 'nodes' | 'size' | 'hold'>

/** Plans what `set` and `reset` would do to give the nodes of a file their sizes; writes nothing. */
export async function planFileResizes(world: SizingWorld, request: Request, limits: Limits): Promise<FileResizesPlan> {
  const { input, prune, ...resize } = request
  const { targets, measurement, warnings, usage } = await readTargets(world, { ...resize, input, prune }, limits)
  const planned = targets
    .map(({ measured, size, hold, pruned }) => ({
      step: stepFor(measured.node.name, measured, { ...resize, size, hold }, measurement.desiredSizes),
      pruned,
    }))
    .filter(({ step, pruned }) => !pruned || isChanged(step))
  const steps = planned.map(({ step }) => step)
  const nodes = { by: 'name', names: steps.map(({ node }) => node) } as const
  const plan = resizesOf({ ...resize, nodes }, measurement, { steps, notes: [] })
  const pruned = planned.filter((one) => one.pruned).map(({ step }) => step.node)
  const found = usageFindings(steps, usage)
  return {
    ...plan,
    notes: [...plan.notes, ...found.notes],
    warnings: [...warnings, ...plan.warnings, ...found.warnings],
    pruned,
  }
}

const isChanged = ({ found, stored }: NodeStep): boolean => found?.plan.verb !== 'unchanged' || stored !== undefined
