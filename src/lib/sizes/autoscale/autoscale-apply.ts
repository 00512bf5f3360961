import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type Amounts, subtract } from '../../pods/amounts.ts'
import { poll } from '../../ports/deadline.ts'
import type { Limits } from '../../ports/limits.ts'
import type { SizeRequest } from '../model/size.ts'
import { type AutoscalePlan, type AutoscaleStep, requestOf } from '../plan/autoscale.ts'
import type { SizeChange } from '../resize/apply-plan.ts'
import { type AutoscaleNodePlan, planAutoscaleNode, underWay } from './autoscale.ts'
import { awaitAllocatable, giveBack, giveRoom, resizeOne } from './autoscale-balloon.ts'
import { type ProviderWorld, resizeMachine } from './autoscale-provider.ts'
import { MachineClaim, orThrowBug } from './machine-claim.ts'

export interface AutoscaleWorld extends ProviderWorld {
  /** Called before each step. */
  readonly onStep?: ((step: AutoscaleStep['step']) => void) | undefined
}

export interface AutoscaleChange {
  readonly node: string
  readonly outcome: 'unchanged' | 'resized' | 'planned'
  readonly machine: AutoscalePlan['machine']
  /** The size of the node. */
  readonly before: Amounts
  readonly after: Amounts
  readonly steps: readonly AutoscaleStep[]
  readonly notes: readonly Fact[]
  readonly warnings: readonly Fact[]
}

/**
 * Gives a node and its machine a size, in an order in which the node never has more than the machine: what becomes smaller
 * is taken from the node first, and what becomes larger is given to it last. Each step is noted on the Node before it
 * begins, so that a run after one that was killed goes on from there. A provider that fails is asked to undo it, and the
 * node gets its size back. Never disturbs a running pod.
 */
export async function applyAutoscale(
  world: AutoscaleWorld,
  plan: AutoscaleNodePlan,
  limits: Limits,
): Promise<AutoscaleChange> {
  if (plan.refusal !== undefined) throw plan.refusal
  if (plan.request.dryRun !== 'none') return dryRunAutoscale(world, plan, limits)
  const current = await whenFree(world, plan, limits)
  if (current.refusal !== undefined) throw current.refusal
  if (current.decided!.steps.length === 0 && current.note?.attempt === undefined)
    return changeOf(current, { outcome: 'unchanged', changes: [] })
  const claim = await MachineClaim.begin(world, current, limits)
  const changes = await walk(world, { plan: current, claim }, limits)
  await claim.release()
  const outcome = current.decided!.steps.length === 0 ? 'unchanged' : 'resized'
  return changeOf(current, { outcome, changes })
}

/** The server admits the resizes of the balloon, as far as allocatable is what it is now. */
async function dryRunAutoscale(
  world: AutoscaleWorld,
  plan: AutoscaleNodePlan,
  limits: Limits,
): Promise<AutoscaleChange> {
  const steps = plan.decided!.steps
  const request = steps.some(({ step }) => step === 'wait') ? undefined : steps.find(isResize)?.request
  const isForServer = plan.request.dryRun === 'server' && request !== undefined
  const changes = isForServer ? [await resizeOne(world, plan, { size: request, dryRun: 'server' }, limits)] : []
  return changeOf(plan, { outcome: steps.length === 0 ? 'unchanged' : 'planned', changes })
}

const isResize = (step: AutoscaleStep): step is Extract<AutoscaleStep, { readonly request: SizeRequest }> =>
  'request' in step

/** The plan, or a new one after another attempt has ended. Rejects with Failure 'conflict' when that takes too long. */
async function whenFree(world: AutoscaleWorld, plan: AutoscaleNodePlan, limits: Limits): Promise<AutoscaleNodePlan> {
  const { cluster, clock } = world
  const { request } = plan
  const busy = (seen: AutoscaleNodePlan) => underWay(request.node, seen.note, cluster.now())[0]
  if (busy(plan) === undefined) return plan
  let last = plan
  const timeoutMs = request.timeoutMs + request.providerTimeoutMs
  const free = await poll({ clock, timeoutMs, signal: limits.signal }, async () => {
    last = await planAutoscaleNode(world, request, limits)
    return busy(last) === undefined ? last : undefined
  })
  const fact = busy(last)
  if (free === undefined && fact !== undefined) throw new Failure('conflict', fact)
  return free ?? last
}

interface Walk {
  readonly plan: AutoscaleNodePlan
  readonly claim: MachineClaim
}

/** The resizes of the balloon. After a failure, the claim is released as well. */
async function walk(world: AutoscaleWorld, task: Walk, limits: Limits): Promise<readonly SizeChange[]> {
  try {
    return await walkSteps(world, task, limits)
  } catch (error) {
    await task.claim.release().catch(orThrowBug)
    throw error
  }
}

async function walkSteps(world: AutoscaleWorld, { plan, claim }: Walk, limits: Limits): Promise<readonly SizeChange[]> {
  const { request, measured, decided } = plan
  const { steps, machine } = decided!
  const changes: SizeChange[] = []
  for (const step of steps) {
    world.onStep?.(step.step)
    if (step.step === 'take') changes.push(await resizeOne(world, plan, { size: step.request }, limits))
    if (step.step === 'wait') await awaitAllocatable(world, { ...request, allocatable: step.allocatable }, limits)
    if (step.step !== 'provider') continue
    const size = changes.at(-1)?.after ?? measured.size
    const balloon = subtract(measured.allocatable, size)
    const failure = await resizeMachine(world, { plan, claim, balloon }, limits)
    if (failure !== undefined) throw claim.isUnknown ? failure : await giveBack(world, { plan, claim, failure })
    await claim.confirm(machine.to, request.timeoutMs, limits)
  }
  // Also when allocatable has moved, and the balloon with it.
  if (steps.length > 0) changes.push(await giveRoom(world, plan, requestOf(request.size), limits))
  return changes
}

function changeOf(
  { request: { node }, measured, decided }: AutoscaleNodePlan,
  { outcome, changes }: { outcome: AutoscaleChange['outcome']; changes: readonly SizeChange[] },
): AutoscaleChange {
  const { machine, steps } = decided!
  const planned = steps.findLast(isResize)?.to ?? measured.size
  return {
    ...{ node, outcome, machine, steps, before: measured.size },
    after: outcome === 'resized' ? (changes.at(-1)?.after ?? planned) : planned,
    notes: changes.flatMap(({ notes }) => notes),
    warnings: changes.flatMap(({ warnings }) => warnings),
  }
}
