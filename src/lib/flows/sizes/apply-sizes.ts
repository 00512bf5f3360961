import type { Limits } from '../../ports/limits.ts'
import { type NodeStep, type ResizesPlan, resizesOf, stepFor } from './resize-nodes.ts'
import type { SizingWorld } from './settle.ts'
import type { SetSizeRequest } from './size-change.ts'
import { readTargets, type SizeFileRequest } from './size-file.ts'

export interface FileResizesPlan extends ResizesPlan {
  /** Names of nodes that the file does not select, and that get their full size. */
  readonly pruned: readonly string[]
}

type Request = SizeFileRequest & Pick<SetSizeRequest, 'timeoutMs' | 'dryRun' | 'noCordon'>

/** Plans what `set` and `reset` would do to give the nodes of a file their sizes; writes nothing. */
export async function planFileResizes(world: SizingWorld, request: Request, limits: Limits): Promise<FileResizesPlan> {
  const { targets, measurement, warnings } = await readTargets(world, request, limits)
  const planned = targets
    .map(({ measured, size, pruned }) => ({ step: stepFor(measured.node.name, measured, { size }), pruned }))
    .filter(({ step, pruned }) => !pruned || isChanged(step))
  const steps = planned.map(({ step }) => step)
  const { timeoutMs, dryRun, noCordon } = request
  const nodes = { by: 'name', names: steps.map(({ node }) => node) } as const
  const plan = resizesOf({ nodes, timeoutMs, dryRun, noCordon }, measurement, { steps, notes: [] })
  const pruned = planned.filter((one) => one.pruned).map(({ step }) => step.node)
  return { ...plan, warnings: [...warnings, ...plan.warnings], pruned }
}

const isChanged = ({ found }: NodeStep): boolean => found?.plan.verb !== 'unchanged'
