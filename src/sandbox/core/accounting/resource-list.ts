import { parseQuantity, roundUp } from '../../../lib/quantity/quantity.ts'
import { type Amounts, type Quantities, type Resource, resources } from './amounts.ts'

/** A v1.ResourceList of cpu and memory, exact to the billionth. What is absent was not named, which is not zero. */
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

/** Of each resource the largest. */
export const most = (...lists: readonly ResourceList[]): ResourceList => lists.reduce(larger, empty)

const units: Readonly<Record<Resource, bigint>> = { cpu: 1_000_000n, memory: 1_000_000_000n }

/** Rounded up once, in the end, as Quantity.MilliValue and Quantity.Value do. */
export function rounded(list: ResourceList): Amounts {
  const amount = (resource: Resource): bigint =>
    roundUp({ nanos: list.get(resource) ?? 0n, format: 'DecimalSI' }, units[resource])
  return { cpu: amount('cpu'), memory: amount('memory') }
}
