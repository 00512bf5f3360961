import type { Node } from '../../api/node.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { absolute, type TargetSize } from '../model/size.ts'
import { planResize } from '../plan/plan.ts'
import { applyPlan, type Task } from './apply-plan.ts'
import { afterCordon, type Cordoned, cordon, uncordon } from './cordon.ts'
import type { SizingWorld } from './settle.ts'
import type { Lost, SizeChange } from './size-change.ts'
import { nodeNotFound, survey } from './survey.ts'

/**
 * Milliseconds after which a pod that the scheduler had chosen the node for, before it saw the cordon, is bound to it and
 * can be counted.
 */
const bindingMs = 250

/**
 * Makes a node smaller while it is cordoned, so that the scheduler binds no pod to it that the kubelet would refuse
 * because the balloon was faster. The node is measured again beneath the cordon: what has been bound until then counts.
 */
export async function shrinkBeneathCordon(
  world: SizingWorld,
  task: Task & { readonly measured: Node; readonly size: TargetSize },
  limits: Limits,
): Promise<SizeChange | Lost> {
  const { node, request } = task
  const by = request.user ?? (await userOf(world, limits))
  const cordoned = await cordon(world, { node: task.measured, by, timeoutMs: request.timeoutMs }, limits)
  if (cordoned.kind === 'theirs') return applyPlan(world, task, limits)
  if (cordoned.kind === 'not') return withNotes(await applyPlan(world, task, limits), cordoned)
  let undone: Promise<Failure | undefined> | undefined
  const undo = () => (undone ??= uncordon(world, node, cordoned.mark))
  const outcome = await measureAndApply(world, { ...task, onAnswer: () => void undo() }, limits).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  const left = await undo()
  if ('value' in outcome && left === undefined) return outcome.value
  const { error } = { error: undefined, ...outcome }
  throw error === undefined || error instanceof Failure ? afterCordon(node, left, error) : error
}

async function measureAndApply(
  world: SizingWorld,
  task: Task & { readonly size: TargetSize },
  limits: Limits,
): Promise<SizeChange | Lost> {
  await world.clock.sleep(bindingMs, limits.signal)
  const { sizes, resourceVersion } = await survey(world.cluster, { by: 'name', names: [task.node] }, limits)
  const [fresh] = sizes
  if (fresh === undefined) throw nodeNotFound(task.node)
  const plan = planResize(fresh, absolute(task.size, task.present), task.request)
  const known = task.known && { ...task.known, resourceVersion }
  return applyPlan(world, { ...task, plan, present: fresh.size, requested: fresh.requested, known }, limits)
}

/** For people only: a server that does not say leaves it empty. */
export const userOf = ({ cluster }: SizingWorld, limits: Limits): Promise<string> =>
  cluster.access.whoAmI(limits).catch((error: unknown) => {
    if (error instanceof Failure) return ''
    throw error
  })

const withNotes = <Change extends SizeChange | Lost>(change: Change, { note }: Cordoned & { kind: 'not' }): Change =>
  change.outcome === 'lost' ? change : { ...change, notes: [...change.notes, note] }
