import { parseQuantity, roundUp } from '../../../lib/quantity/quantity.ts'
import { type Amounts, type Quantities, type Resource, resources } from './amounts.ts'

/** Cpu and memory of a v1.ResourceList, in billionths. An absent resource is not the same as zero. */
export type ResourceList = ReadonlyMap<Resource, bigint>

export const empty: ResourceList = new Map()

export function listOf(quantities: Quantities = {}): ResourceList {
  const named = resources.filter((resource) => quantities[resource] !== undefined)
  return new Map(named.map((resource) => [resource, parseQuantity(quantities[resource]!)?.nanos ?? 0n]))
}

const merged =
  (choose: (one: bigint, other: bigint) => bigint) =>
  (one: ResourceList, other: ResourceList): ResourceList => {
    const result = new Map(one)
    for (const [resource, nanos] of other) {
      const there = one.get(resource)
      result.set(resource, there === undefined ? nanos : choose(there, nanos))
    }
    return result
  }

export const plus = merged((one, other) => one + other)

const larger = merged((one, other) => {
  if (one < other) return other
  return one
})

/** The maximum of each resource. */
export const maximum = (...lists: readonly ResourceList[]): ResourceList => lists.reduce(larger, empty)

const units: Readonly<Record<Resource, bigint>> = { cpu: 1_000_000n, memory: 1_000_000_000n }

/** Rounds up once, after all sums, as Quantity.MilliValue and Quantity.Value do. */
export function rounded(list: ResourceList): Amounts {
  const amount = (resource: Resource): bigint =>
    roundUp({ nanos: list.get(resource) ?? 0n, format: 'DecimalSI' }, units[resource])
  return { cpu: amount('cpu'), memory: amount('memory') }
}
