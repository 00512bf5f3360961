import type { Fact } from '../../message/fact.ts'
import { type Amounts, subtract } from '../../pods/amounts.ts'
import { requestsFor } from '../../pods/requests.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import type { Action } from '../desired/reconcile.ts'
import type { ResizeReason } from '../desired/reconcile-messages.ts'
import type { NodeSize } from '../model/node-size.ts'
import { sizeOf } from '../model/size.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { setSize } from '../resize/execute-resize.ts'
import { revert } from '../resize/revert.ts'

/** What was done with a node. */
export interface Restored {
  readonly node: string
  readonly outcome: 'unchanged' | 'resized' | 'reverted' | 'planned'
  readonly why: ResizeReason
  readonly before: Amounts
  readonly after: Amounts
  readonly warnings: readonly Fact[]
}

type Work = Exclude<Action, { kind: 'noop' }>

/** A reconciler stores nothing. */
const doneOf = {
  unchanged: 'unchanged',
  stored: 'unchanged',
  resized: 'resized',
  partial: 'resized',
  planned: 'planned',
} as const

interface How {
  /** Milliseconds to wait for the kubelet's answer. */
  readonly timeoutMs: number
  readonly dryRun: DryRunMode
  /** For the mark on a node that is cordoned meanwhile; absent: it is asked of the API server. */
  readonly user?: string
}

/** Carries out a decision. A resize that is not granted is reverted, as that of `nodesize set`. */
export async function carryOut(
  world: SizingWorld,
  { size, action: { kind, pod, to, why } }: { readonly size: NodeSize; readonly action: Work },
  { timeoutMs, dryRun, user }: How,
  limits: Limits,
): Promise<Restored> {
  const node = size.node.name
  const [before, after] = [size.size, subtract(size.allocatable, to)]
  if (kind === 'resize') {
    const request = { size: sizeOf(after), timeoutMs, dryRun, user }
    const change = await setSize(world, { measured: size, request }, limits)
    const { outcome, warnings } = change
    return { node, outcome: doneOf[outcome], why, before: change.before, after: change.after, warnings }
  }
  if (dryRun === 'none') await revert(world, { pod, backTo: requestsFor(to) })
  const done = kind === 'fit' ? 'resized' : 'reverted'
  return { node, outcome: dryRun === 'none' ? done : 'planned', why, before, after, warnings: [] }
}
