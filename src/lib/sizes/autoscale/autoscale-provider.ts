import { nodeSubject } from '../../message/fact.ts'
import { Failure, type FailureCode } from '../../message/failure.ts'
import { type Amounts, amountsOf, equal } from '../../pods/amounts.ts'
import { deadline } from '../../ports/deadline.ts'
import type { Limits } from '../../ports/limits.ts'
import { directionOf } from '../plan/autoscale.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import type { Provider, ProviderCall } from '../ports/provider.ts'
import type { AutoscaleNodePlan } from './autoscale.ts'
import {
  type AutoscaleFact,
  type FailedEnd,
  MachineUnknown,
  ProviderFailed,
  ProviderRefused,
} from './autoscale-messages.ts'
import { type MachineClaim, orThrowBug } from './machine-claim.ts'

export interface ProviderWorld extends SizingWorld {
  readonly provider: Provider
}

interface Task {
  readonly plan: AutoscaleNodePlan
  readonly claim: MachineClaim
  /** What the balloon requests by now. */
  readonly balloon: Amounts
}

/**
 * Asks the provider to resize the machine, and, if it fails without saying that nothing was changed, to undo it. Resolves with
 * the failure, after which the claim knows whether the machine is as before. Rejects when the note cannot be written before
 * the call: then nothing was asked.
 */
export async function resizeMachine(world: ProviderWorld, task: Task, limits: Limits): Promise<Failure | undefined> {
  const { plan, claim } = task
  const { request, decided, note } = plan
  const { from, to } = decided!.machine
  const confirmed = note?.size ?? plan.measured.allocatable
  const wasUnknown = claim.isUnknown
  const subject = nodeSubject(request.node)
  await claim.ask(to, request.providerTimeoutMs, limits)
  const end = await callProvider(world, callFor(world, task, { phase: 'resize', from, to }), limits.signal, request)
  if (end.kind === 'done') return undefined
  const fail = (code: FailureCode, fact: AutoscaleFact): Failure => new Failure(code, fact)
  if ((end.kind === 'refused' || end.kind === 'not-run') && !wasUnknown) {
    claim.isUnknown = false
    return fail('refused', ProviderRefused({ subject, end }))
  }
  const isInterrupted = end.kind === 'interrupted'
  const unknown = (rollback: FailedEnd | undefined): Failure =>
    fail(isInterrupted ? 'interrupted' : 'timeout', MachineUnknown({ subject, end, rollback }))
  if (equal(to, confirmed)) return unknown(undefined)
  // The time for the rollback begins now. A note that cannot be written says the same already.
  const { signal } = new AbortController()
  await claim.ask(to, request.providerTimeoutMs, { signal, timeoutMs: noteTimeoutMs }).catch(orThrowBug)
  const call = callFor(world, task, { phase: 'rollback', from: to, to: confirmed })
  const rollback = await callProvider(world, call, signal, request)
  if (rollback.kind !== 'done') return unknown(rollback)
  claim.isUnknown = false
  return fail(isInterrupted ? 'interrupted' : 'reverted', ProviderFailed({ subject, end }))
}

/** Milliseconds for a write that Ctrl-C does not shorten. */
const noteTimeoutMs = 10_000

type Phase = Pick<ProviderCall, 'phase' | 'from' | 'to'>

function callFor({ clock }: SizingWorld, { plan, balloon }: Task, { phase, from, to }: Phase): ProviderCall {
  const { request, measured, note } = plan
  return {
    ...{ node: request.node, phase, attempt: request.attempt, resumes: note?.attempt?.id },
    ...{ from, to, direction: directionOf(from, to), balloon },
    ...{ allocatable: measured.allocatable, capacity: amountsOf(measured.node.capacity) },
    deadline: clock.now() + request.providerTimeoutMs,
  }
}

async function callProvider(
  { provider, clock }: ProviderWorld,
  call: ProviderCall,
  signal: AbortSignal,
  { providerTimeoutMs: timeoutMs }: AutoscaleNodePlan['request'],
): Promise<{ readonly kind: 'done' } | FailedEnd> {
  signal.throwIfAborted()
  const limit = deadline(clock, timeoutMs, signal)
  try {
    const end = await provider.resize(call, limit.signal)
    if (end.kind !== 'failed' && end.kind !== 'killed') return end
    if (limit.passed()) return { kind: 'timed-out', timeoutMs }
    return signal.aborted ? { kind: 'interrupted' } : end
  } catch (error) {
    return { kind: 'rejected', text: String(error) }
  } finally {
    limit.cancel()
  }
}
