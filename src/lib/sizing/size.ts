import { Failure } from '../failure.ts'
import { parseCpu } from '../quantity/cpu.ts'
import { parseMemory } from '../quantity/memory.ts'
import { parseQuantity } from '../quantity/quantity.ts'
import { type Amounts, each, formatAmount, type Resource, resources, subtract } from './amounts.ts'

/** What somebody wants one resource of a node to be. */
export type SizeExpression =
  | { readonly kind: 'amount'; readonly amount: bigint }
  /** Billionths of a percent of allocatable. */
  | { readonly kind: 'percent'; readonly nanos: bigint }
  /** More or less than now. */
  | { readonly kind: 'relative'; readonly delta: bigint }
  | { readonly kind: 'max' }

/** What is left out stays as it is. */
export interface SizeRequest {
  readonly cpu?: SizeExpression | undefined
  readonly memory?: SizeExpression | undefined
}

interface Present {
  readonly allocatable: Amounts
  readonly size: Amounts
}

/** The least that a balloon holds, so that it never becomes BestEffort or the first to be evicted. */
export const floor: Amounts = { cpu: 1n, memory: 16n * 2n ** 20n }

const hundredPercent = 100_000_000_000n
const parseAmount: Record<Resource, (text: string) => bigint> = { cpu: parseCpu, memory: parseMemory }
const percentage = /^(\d+(?:\.\d{1,9})?)%$/

/** Reads `4`, `3500m`, `16Gi`, `50%` (of allocatable), `+2` and `-1Gi` (relative to the present size) and `max`. Else Failure 'usage'. */
export function parseSize(resource: Resource, text: string): SizeExpression {
  if (text === 'max') return { kind: 'max' }
  const percent = percentage.exec(text)?.[1]
  if (percent !== undefined) return { kind: 'percent', nanos: parsePercent(resource, percent) }
  const sign = /^[+-]/.exec(text)?.[0]
  if (text.startsWith('--'))
    throw new Failure('usage', `${resource} '${text}' is no size`, { suggestions: [`give --${resource} a size first`] })
  const amount = parseAmount[resource](sign === undefined ? text : text.slice(1))
  if (amount === 0n) throw new Failure('usage', `${resource} '${text}' is no size`, { suggestions: zeroAdvice(sign) })
  if (sign === undefined) return { kind: 'amount', amount }
  return { kind: 'relative', delta: sign === '-' ? -amount : amount }
}

const zeroAdvice = (sign: string | undefined): readonly string[] =>
  sign === undefined
    ? ['a node cannot be without it; to keep pods away from a node, cordon it']
    : ['it would change nothing: say how much more or less, such as +2 or -1, or leave the flag away']

function parsePercent(resource: Resource, percent: string): bigint {
  const nanos = parseQuantity(percent)?.nanos ?? 0n
  if (nanos === 0n || nanos > hundredPercent)
    throw new Failure('usage', `${resource} '${percent}%' is no size`, {
      suggestions: ['write more than 0% and at most 100% of what the node can allocate'],
    })
  return nanos
}

/**
 * The size a request means on one node, in whole millicores and bytes (percentages round down). A size so close to
 * allocatable that no balloon fits above it is the largest possible one. Failure 'invalid': the node cannot have it.
 */
export function resolveSize(request: SizeRequest, { allocatable, size }: Present): Amounts | Failure {
  const largest = subtract(allocatable, floor)
  const target = each((resource) => {
    const expression = request[resource]
    if (expression === undefined) return size[resource]
    const wanted = evaluate(expression, allocatable[resource], size[resource])
    return wanted > largest[resource] && wanted <= allocatable[resource] ? largest[resource] : wanted
  })
  const asked = resources.filter((resource) => request[resource] !== undefined)
  const failures = asked.map((resource) => impossible(resource, target[resource], largest[resource]))
  return failures.find((failure) => failure !== undefined) ?? target
}

function evaluate(expression: SizeExpression, allocatable: bigint, size: bigint): bigint {
  switch (expression.kind) {
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

function impossible(resource: Resource, target: bigint, largest: bigint): Failure | undefined {
  const asked = `${resource} ${formatAmount[resource](target)}`
  if (target > largest)
    return new Failure('invalid', `${asked} is more than the node has to offer`, {
      suggestions: [`the largest size possible is ${formatAmount[resource](largest)}; max means just that`],
    })
  return target > 0n ? undefined : new Failure('invalid', `${asked} would leave nothing of the node`)
}
