import { type Amounts, each, floor, larger, smaller, subtract } from '../../pods/amounts.ts'
import type { NodeSize, Occupant } from '../model/node-size.ts'
import type { Refusal } from '../model/resizable.ts'
import { sizeOf } from '../model/size.ts'
import type { SizeNote } from '../model/size-messages.ts'
import { type Direction, type IfFull, planResize } from './plan.ts'

/** What a resize of a node would do, as far as it was measured: a pod that is bound meanwhile can make it wrong. */
export interface Preview {
  /** `unchanged`: it has the size. `wait`: it was requested before, and the kubelet has not answered. */
  readonly verb: 'resize' | 'unchanged' | 'wait' | 'refuse'
  /** undefined unless the verb is `resize`. */
  readonly direction: Direction | undefined
  /** The sizes of the node before and after it; equal unless the verb is `resize`. */
  readonly before: Amounts
  readonly after: Amounts
  /** What pods can still request afterwards; negative when they request more than the node has. */
  readonly headroom: Amounts
  /** The smallest and the largest size that the node can have now. */
  readonly smallest: Amounts
  readonly largest: Amounts
  /** The pods that keep the node from becoming smaller, those that request most cpu first; empty if it can have the size. */
  readonly blockers: readonly Occupant[]
  /** With `partial`: how much smaller the node was to become. */
  readonly missing: Amounts | undefined
  /** Why the verb is `refuse`; its code is that of the Failure that a resize would reject with. */
  readonly refusal: Pick<Refusal, 'code' | 'fact'> | undefined
  readonly notes: readonly SizeNote[]
}

export interface PreviewOptions {
  /** If pods are in the way; `revert` unless given: the resize is refused. */
  readonly ifFull?: IfFull | undefined
}

/**
 * Plans a resize without a request to the cluster. `size`: what pods are to be able to request together, in thousandths of a
 * core and in bytes; a resource without an amount stays as it is.
 */
export function foresee(measured: NodeSize, size: Partial<Amounts>, { ifFull }: PreviewOptions = {}): Preview {
  const wanted = each((resource) => size[resource] ?? measured.size[resource])
  const { cpu, memory } = sizeOf(wanted)
  const request = { ...(size.cpu !== undefined && { cpu }), ...(size.memory !== undefined && { memory }) }
  const plan = planResize(measured, request, { ifFull })
  const { allocatable, requested, occupants, size: before } = measured
  const after = plan.verb === 'resize' ? plan.after : before
  const largest = subtract(allocatable, floor)
  const isFull = plan.verb === 'refuse' ? plan.fact.reason === 'NoRoom' : 'missing' in plan || 'waitsFor' in plan
  return {
    verb: plan.verb,
    direction: plan.verb === 'resize' ? plan.direction : undefined,
    ...{ before, after, headroom: subtract(after, requested) },
    ...{ smallest: smaller(larger(requested, least), largest), largest },
    blockers: isFull ? occupants.toSorted(byCpu) : [],
    missing: plan.verb === 'resize' ? plan.missing?.amounts : undefined,
    refusal: plan.verb === 'refuse' ? { code: plan.code, fact: plan.fact } : undefined,
    notes: plan.verb === 'refuse' ? [] : plan.notes,
  }
}

/** No node has a size of zero. */
const least: Amounts = { cpu: 1n, memory: 1n }

const byCpu = ({ requests: one }: Occupant, { requests: other }: Occupant): number =>
  Number(other.cpu - one.cpu) || Number(other.memory - one.memory)
