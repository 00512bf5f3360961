import type { Quantities } from '../api/pod.ts'
import { cpuOf, formatCpu, type MilliCpu } from '../quantity/cpu.ts'
import { type Bytes, formatMemory, memoryOf } from '../quantity/memory.ts'

/** The resources of a balloon: those that Kubernetes resizes in place. */
export interface Amounts {
  readonly cpu: MilliCpu
  readonly memory: Bytes
}

/** Quantities of both, as Kubernetes serializes them. */
export interface QuantityText {
  readonly cpu: string
  readonly memory: string
}

export type Resource = keyof Amounts
export const resources: readonly Resource[] = ['cpu', 'memory']

/** Exact text of an amount, as an API server stores it. */
export const formatAmount: Record<Resource, (amount: bigint) => string> = { cpu: formatCpu, memory: formatMemory }

/** Exact text of both. */
export const formatAmounts = ({ cpu, memory }: Amounts): QuantityText => ({
  cpu: formatCpu(cpu),
  memory: formatMemory(memory),
})

export const none: Amounts = { cpu: 0n, memory: 0n }

export const each = (amountOf: (resource: Resource) => bigint): Amounts => ({
  cpu: amountOf('cpu'),
  memory: amountOf('memory'),
})

/** Parses what the API server sends; an absent resource is zero. */
export const amountsOf = (quantities: Quantities | QuantityText = {}): Amounts => ({
  cpu: cpuOf(quantities['cpu']),
  memory: memoryOf(quantities['memory']),
})

export const add = (left: Amounts, right: Amounts): Amounts => each((resource) => left[resource] + right[resource])

export const subtract = (left: Amounts, right: Amounts): Amounts => each((resource) => left[resource] - right[resource])

export const sum = (all: readonly Amounts[]): Amounts => all.reduce(add, none)

const max = (left: bigint, right: bigint): bigint => (left > right ? left : right)

const min = (left: bigint, right: bigint): bigint => (left < right ? left : right)

/** The maximum of each resource. */
export const larger = (left: Amounts, right: Amounts): Amounts =>
  each((resource) => max(left[resource], right[resource]))

/** The minimum of each resource. */
export const smaller = (left: Amounts, right: Amounts): Amounts =>
  each((resource) => min(left[resource], right[resource]))

export const equal = (left: Amounts, right: Amounts): boolean =>
  resources.every((resource) => left[resource] === right[resource])

/** The minimum requests of a balloon, so that it is never BestEffort or the first pod to be evicted. */
export const floor: Amounts = { cpu: 1n, memory: 16n * 2n ** 20n }
