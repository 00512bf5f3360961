import { type Fact, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type Amounts, amountsOf, equal, type Resource, resources } from '../../pods/amounts.ts'
import { poll } from '../../ports/deadline.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'
import { requestFor } from '../desired/next-desired-size.ts'
import type { SizeRequest } from '../model/size.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import type { SizeChange } from '../resize/apply-plan.ts'
import { resizeNode } from '../resize/apply-resizes.ts'
import { measureNode, nodeNotFound } from '../resize/survey.ts'
import type { AutoscaleNodePlan } from './autoscale.ts'
import { AllocatableNotMoved, type AutoscaleFact, RoomNotGiven, RoomNotGivenBack } from './autoscale-messages.ts'
import type { MachineClaim } from './machine-claim.ts'

/** Milliseconds for reading a node that gets its size back. Ctrl-C does not shorten them. */
const readTimeoutMs = 10_000

/** A resize of the balloon, with what was asked for the whole. */
export function resizeOne(
  world: SizingWorld,
  { request }: Pick<AutoscaleNodePlan, 'request'>,
  { size, dryRun = 'none' }: { readonly size: SizeRequest; readonly dryRun?: DryRun },
  limits: Limits,
): Promise<SizeChange> {
  const { node, timeoutMs, hold, message, noCordon } = request
  return resizeNode(world, { node, size, timeoutMs, dryRun, hold, message, noCordon, withMachine: true }, limits)
}

/** What a node gets in the end. The machine has the room, so that a failure can only be late. */
export async function giveRoom(
  world: SizingWorld,
  plan: Pick<AutoscaleNodePlan, 'request'>,
  size: SizeRequest,
  limits: Limits,
): Promise<SizeChange> {
  try {
    return await resizeOne(world, plan, { size }, limits)
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause
    const subject = nodeSubject(plan.request.node)
    const fact: AutoscaleFact = RoomNotGiven({ subject, because: cause.fact })
    throw new Failure(cause.code, fact, { cause })
  }
}

/** Waits until the kubelet reports room for these amounts. Rejects with Failure 'timeout'. */
export async function awaitAllocatable(
  { cluster, clock }: SizingWorld,
  { node, timeoutMs, allocatable }: { node: string; timeoutMs: number; allocatable: Partial<Amounts> },
  limits: Limits,
): Promise<void> {
  const found = await poll({ clock, timeoutMs, signal: limits.signal }, async () => {
    const read = await cluster.nodes.read(node, limits)
    if (read === undefined) throw nodeNotFound(node)
    const reported = amountsOf(read.allocatable)
    return resources.every((resource) => reported[resource] >= (allocatable[resource] ?? 0n)) ? reported : undefined
  })
  if (found !== undefined) return
  const fact: AutoscaleFact = AllocatableNotMoved({ subject: nodeSubject(node), waitedMs: timeoutMs })
  throw new Failure('timeout', fact)
}

interface GivingBack {
  readonly plan: AutoscaleNodePlan
  readonly claim: Pick<MachineClaim, 'before'>
  /** Why the node gets it back. */
  readonly failure: Failure
}

/**
 * Gives a node its size back after the provider has failed, unless another client has resized it since. Resolves with the
 * failure to report. Ctrl-C does not keep it from that.
 */
export async function giveBack(world: SizingWorld, { plan, claim: { before }, failure }: GivingBack): Promise<Failure> {
  const { request, decided } = plan
  const taken = decided!.steps.find((one) => one.step === 'take')?.to ?? plan.measured.size
  const { signal } = new AbortController()
  try {
    const measured = await measureNode(world.cluster, request.node, { signal, timeoutMs: readTimeoutMs })
    if (!equal(measured.size, taken) || equal(before, taken)) return failure
    const whole = requestFor(before, measured.allocatable)
    const size = Object.fromEntries(
      resources.filter((resource) => isAsked(request.size, resource)).map((resource) => [resource, whole[resource]]),
    )
    await resizeOne(world, plan, { size }, { signal })
    return failure
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause
    const subject = nodeSubject(request.node)
    const after: Fact = failure.fact
    const fact: AutoscaleFact = RoomNotGivenBack({ subject, because: cause.fact, after })
    return new Failure(cause.code, fact, { cause })
  }
}

const isAsked = (size: Partial<Amounts>, resource: Resource): boolean => size[resource] !== undefined
