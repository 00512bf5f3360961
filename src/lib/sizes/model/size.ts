import type { Subject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type Amounts, each, floor, type Resource, resources, subtract } from '../../pods/amounts.ts'
import { parseCpu } from '../../quantity/cpu.ts'
import { parseMemory } from '../../quantity/memory.ts'
import { parseQuantity } from '../../quantity/quantity.ts'
import {
  type OutOfRange,
  SizeDeltaIsZero,
  SizeIsZero,
  SizeMissing,
  type SizeNote,
  SizePercentOutOfRange,
  SizePercentRelative,
  type SizeTextFact,
} from './size-messages.ts'

/** The target size of one resource. */
export type SizeExpression =
  | { readonly kind: 'amount'; readonly amount: bigint }
  /** Billionths of a percent of allocatable. */
  | { readonly kind: 'percent'; readonly nanos: bigint }
  /** Relative to the current size. */
  | { readonly kind: 'relative'; readonly delta: bigint }
  | { readonly kind: 'max' }

/** An absent resource keeps its size. */
export interface SizeRequest {
  readonly cpu?: SizeExpression | undefined
  readonly memory?: SizeExpression | undefined
}

/** A target size, or `granted`: the size before a resize that makes the node smaller and is pending. */
export type TargetSize = SizeRequest | 'granted'

/** The full size of any node. */
export const fullSize = { cpu: { kind: 'max' }, memory: { kind: 'max' } } as const satisfies SizeRequest

export const sizeOf = ({ cpu, memory }: Amounts): SizeRequest => ({
  cpu: { kind: 'amount', amount: cpu },
  memory: { kind: 'amount', amount: memory },
})

/** Whether every given resource is `max`. */
export const asksForMax = (request: TargetSize): boolean =>
  request !== 'granted' && resources.every((resource) => (request[resource]?.kind ?? 'max') === 'max')

/** The same request with relative sizes as amounts, so that it means the same after the node was resized. */
export function absolute(request: TargetSize, present: Amounts): TargetSize {
  if (request === 'granted') return request
  const fixed = (resource: Resource): SizeExpression | undefined => {
    const expression = request[resource]
    if (expression?.kind !== 'relative') return expression
    return { kind: 'amount', amount: present[resource] + expression.delta }
  }
  return { cpu: fixed('cpu'), memory: fixed('memory') }
}

interface Present {
  readonly allocatable: Amounts
  readonly size: Amounts
}

const hundredPercent = 100_000_000_000n
const parseAmount: Record<Resource, (text: string) => bigint> = { cpu: parseCpu, memory: parseMemory }
const percentage = /^([+-]?)(\d+(?:\.\d{1,9})?)%$/

/**
 * Parses `4`, `3500m`, `16Gi`, `50%` (of allocatable), `+2` and `-1Gi` (relative to the current size) and `max`. Throws
 * Failure 'usage' for anything else.
 */
export function parseSize(resource: Resource, text: string): SizeExpression {
  const refuse = (message: (about: { subject: Subject; text: string }) => SizeTextFact): Failure =>
    new Failure('usage', message({ subject: { kind: 'Flag', name: resource }, text }))
  if (text === 'max') return { kind: 'max' }
  if (text.startsWith('--')) throw refuse(SizeMissing)
  const [, percentSign, percent] = percentage.exec(text) ?? []
  if (percentSign) throw refuse(SizePercentRelative)
  if (percent !== undefined) {
    const nanos = parseQuantity(percent)?.nanos ?? 0n
    if (nanos === 0n || nanos > hundredPercent) throw refuse(SizePercentOutOfRange)
    return { kind: 'percent', nanos }
  }
  const sign = /^[+-]/.exec(text)?.[0]
  const amount = parseAmount[resource](sign === undefined ? text : text.slice(1))
  if (amount === 0n) throw refuse(sign === undefined ? SizeIsZero : SizeDeltaIsZero)
  if (sign === undefined) return { kind: 'amount', amount }
  return { kind: 'relative', delta: sign === '-' ? -amount : amount }
}

/** The size that a request means on one node, or the part of it that the node cannot have. */
export type ResolvedSize =
  | { readonly kind: 'size'; readonly size: Amounts; readonly kept: SizeNote['kept'] }
  | { readonly kind: 'out-of-range'; readonly problems: readonly OutOfRange[] }

/**
 * In whole millicores and bytes; percentages round down. A size so close to allocatable that no balloon fits above it
 * becomes the largest possible one, and `kept` lists the resources for which `max` was not requested.
 */
export function resolveSize(request: SizeRequest, { allocatable, size }: Present): ResolvedSize {
  const largest = subtract(allocatable, floor)
  const asked = resources.filter((resource) => request[resource] !== undefined)
  const wanted = each((resource) => evaluate(request[resource], allocatable[resource], size[resource]))
  const isNearAll = (resource: Resource): boolean =>
    asked.includes(resource) && wanted[resource] > largest[resource] && wanted[resource] <= allocatable[resource]
  const target = each((resource) => (isNearAll(resource) ? largest : wanted)[resource])
  const problems = asked
    .map((resource) => ({ resource, target: target[resource], largest: largest[resource] }))
    .filter((one) => one.target > one.largest || one.target <= 0n)
  if (problems.length > 0) return { kind: 'out-of-range', problems }
  const kept = asked
    .filter((resource) => isNearAll(resource) && request[resource]?.kind !== 'max')
    .map((resource) => ({ resource, asked: wanted[resource], floor: floor[resource] }))
  return { kind: 'size', size: target, kept }
}

function evaluate(expression: SizeExpression | undefined, allocatable: bigint, size: bigint): bigint {
  switch (expression?.kind) {
    case undefined:
      return size
    case 'amount':
      return expression.amount
    case 'percent':
      return (allocatable * expression.nanos) / hundredPercent
    case 'relative':
      return size + expression.delta
    case 'max':
      return allocatable
  }
}
