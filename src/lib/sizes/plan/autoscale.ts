import { type Amounts, each, equal, type Resource, resources, smaller } from '../../pods/amounts.ts'
import type { MachineNote } from '../model/machine-note.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { Refusal } from '../model/resizable.ts'
import type { SizeRequest } from '../model/size.ts'
import { pendingSizeOf, planResize, type ResizePlan } from './plan.ts'

/** Of the machine. mixed: one resource grows while the other shrinks. */
export type MachineDirection = 'shrink' | 'grow' | 'mixed' | 'none'

/** One step, in the order in which it is done. Sizes are what pods can request. */
export type AutoscaleStep =
  /** The balloon takes the room from the scheduler, before the machine loses it. */
  | { readonly step: 'take'; readonly from: Amounts; readonly to: Amounts; readonly request: SizeRequest }
  /** The provider resizes the machine. */
  | { readonly step: 'provider'; readonly from: Amounts; readonly to: Amounts }
  /** The kubelet reports what the machine has. */
  | { readonly step: 'wait'; readonly allocatable: Partial<Amounts> }
  /** The balloon gives the room that the machine has. */
  | { readonly step: 'give'; readonly from: Amounts; readonly to: Amounts; readonly request: SizeRequest }

export interface AutoscalePlan {
  /** What the provider is asked for, and what it had confirmed or was last asked for. */
  readonly machine: { readonly from: Amounts; readonly to: Amounts; readonly direction: MachineDirection }
  /** Empty when node and machine have the size. */
  readonly steps: readonly AutoscaleStep[]
}

export interface Autoscaling {
  readonly measured: NodeSize
  /** undefined: no provider has resized the machine; it is as large as its kubelet reports. */
  readonly note: MachineNote | undefined
  /** The size that node and machine are to have. A resource without an amount stays as it is. */
  readonly size: Partial<Amounts>
  /** The provider changes what the kubelet reports, so that the size may be larger than allocatable is now. */
  readonly movesAllocatable: boolean
}

/**
 * Decides how a node and its machine get a size: at no moment does the node have more than the machine. So the node gets
 * what is smaller first, then the machine its size, and then the node what is larger.
 */
export function planAutoscale({ measured, note, size, movesAllocatable }: Autoscaling): AutoscalePlan | Refusal {
  const target = requestOf(size)
  const final = planResize(measured, target)
  if (final.verb === 'refuse' && !(movesAllocatable && isTooLarge(final))) return final
  const machine = machineOf(measured, note, size)
  // What is requested and not granted yet is not taken.
  const pending = pendingSizeOf(measured)
  const less = requestOf(size, (resource) => size[resource]! < pending[resource])
  const first = Object.keys(less).length === 0 ? undefined : planResize(measured, less)
  if (first?.verb === 'refuse') return first
  const takes = first?.verb === 'resize' || first?.verb === 'wait'
  const taken = first?.verb === 'resize' ? first.after : measured.size
  const asksProvider = !equal(machine.from, machine.to) || note?.attempt?.step === 'provider'
  const last = sizeAfter(final, { measured, size })
  return {
    machine,
    steps: [
      ...(takes ? [{ step: 'take', from: pending, to: taken, request: less } as const] : []),
      ...(asksProvider ? [{ step: 'provider', from: machine.from, to: machine.to } as const] : []),
      ...(movesAllocatable && mustWait(measured, size) ? [{ step: 'wait', allocatable: size } as const] : []),
      ...(equal(last, taken) ? [] : [{ step: 'give', from: taken, to: last, request: target } as const]),
    ],
  }
}

export const requestOf = (
  size: Partial<Amounts>,
  includes: (resource: Resource) => boolean = () => true,
): SizeRequest =>
  Object.fromEntries(
    resources
      .filter((resource) => size[resource] !== undefined && includes(resource))
      .map((resource) => [resource, { kind: 'amount', amount: size[resource]! }]),
  )

const isTooLarge = ({ fact }: Refusal): boolean =>
  fact.reason === 'SizeOutOfRange' && fact.problems.every(({ target, largest }) => target > largest)

const mustWait = ({ allocatable }: NodeSize, size: Partial<Amounts>): boolean =>
  resources.some((resource) => (size[resource] ?? 0n) > allocatable[resource])

/** The size that the node has in the end, as far as it is known before the machine is resized. */
function sizeAfter(final: ResizePlan, { measured, size }: Pick<Autoscaling, 'measured' | 'size'>): Amounts {
  if (final.verb === 'resize') return final.after
  if (final.verb !== 'refuse') return measured.size
  return each((resource) => size[resource] ?? measured.size[resource])
}

function machineOf(
  { allocatable }: NodeSize,
  note: MachineNote | undefined,
  size: Partial<Amounts>,
): AutoscalePlan['machine'] {
  const confirmed = note?.size ?? allocatable
  const to = each((resource) => size[resource] ?? confirmed[resource])
  const asked = note?.attempt?.step === 'provider' ? note.attempt.to : confirmed
  // A machine that may have either size is asked for the one that it may not have.
  const from = equal(asked, to) ? confirmed : asked
  return { from, to, direction: directionOf(from, to) }
}

export function directionOf(from: Amounts, to: Amounts): MachineDirection {
  const shrinks = !equal(smaller(from, to), from)
  const grows = !equal(smaller(from, to), to)
  return shrinks ? (grows ? 'mixed' : 'shrink') : grows ? 'grow' : 'none'
}
