import { cpuOf, formatCpu } from '../../../lib/quantity/cpu.ts'
import { formatMemory, memoryOf } from '../../../lib/quantity/memory.ts'

export const resources = ['cpu', 'memory'] as const
export type Resource = (typeof resources)[number]

/** Thousandths of a core, and bytes. */
export type Amounts = Readonly<Record<Resource, bigint>>

export type Quantities = Readonly<Record<string, string>>

export const none: Amounts = { cpu: 0n, memory: 0n }

/** Of what a node has: a part of a unit counts as a whole one. */
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
