import { cpuOf, formatCpu } from '../../../lib/quantity/cpu.ts'
import { formatMemory, memoryOf } from '../../../lib/quantity/memory.ts'

export const resources = ['cpu', 'memory'] as const
export type Resource = (typeof resources)[number]

/** Cpu in millicores, memory in bytes. */
export type Amounts = Readonly<Record<Resource, bigint>>

export type Quantities = Readonly<Record<string, string>>

export const none: Amounts = { cpu: 0n, memory: 0n }

/** Amounts of a resource list, rounded up to whole units. */
export const amountsOf = (quantities: Quantities = {}): Amounts => ({
  cpu: cpuOf(quantities['cpu']),
  memory: memoryOf(quantities['memory']),
})

export const formatAmounts = ({ cpu, memory }: Amounts): Readonly<Record<Resource, string>> => ({
  cpu: formatCpu(cpu),
  memory: formatMemory(memory),
})

export const add = (one: Amounts, other: Amounts): Amounts => ({
  cpu: one.cpu + other.cpu,
  memory: one.memory + other.memory,
})

export const subtract = (one: Amounts, other: Amounts): Amounts => ({
  cpu: one.cpu - other.cpu,
  memory: one.memory - other.memory,
})
