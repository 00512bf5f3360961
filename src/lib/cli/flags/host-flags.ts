import { custom } from '@oclif/core/flags'
import type { Amounts } from '../../pods/amounts.ts'
import { parseCpu } from '../../quantity/cpu.ts'
import { parseMemory } from '../../quantity/memory.ts'
import { usage } from '../usage/usage.ts'
import { nodeNamed } from './node-selection.ts'

/** Names of nodes, each once. */
const nodeList = custom<readonly string[]>({
  helpValue: 'NAME,NAME…',
  parse: async (text) => {
    const names = text.split(',').map(nodeNamed)
    const [twice] = names.filter((name, i) => names.indexOf(name) !== i)
    if (twice !== undefined) throw usage('DuplicateNode', `node '${twice}' is given twice`)
    return names
  },
})

export const hostNodes = nodeList({ summary: 'The nodes of one host, with commas.' })

export const hostOf = custom<string>({
  summary: 'A node: all nodes that share its host, by their boot ID.',
  helpValue: 'NAME',
  parse: async (text) => nodeNamed(text),
})()

export const without = nodeList({ summary: 'Nodes of the host that keep what they have, with commas.' })

export const someHostNodes = nodeList({
  summary: 'The nodes of one host, with commas; all hosts that nodes share without it.',
})

const weight = /^[1-9]\d{0,8}$/

export const weights = custom<readonly bigint[]>({
  summary: 'One weight for each node, in the order of --nodes; equal ones without it.',
  helpValue: 'N,N…',
  parse: async (text) =>
    text.split(',').map((one) => {
      if (weight.test(one)) return BigInt(one)
      throw usage('InvalidWeight', `'${one}' is not a weight`, 'use whole numbers from 1 to 999999999, such as 2,1,1')
    }),
})()

const positive = (amount: bigint, text: string): bigint => {
  if (amount > 0n) return amount
  throw usage('SizeIsZero', `'${text}' is not a valid size: must be greater than zero`)
}

const fromNodes = 'the largest allocatable of the nodes without it'

export const hostFlags = {
  'host-cpu': custom<bigint>({
    summary: `CPU that the nodes share: 8 or 7500m; ${fromNodes}.`,
    helpValue: 'N',
    parse: async (text) => positive(parseCpu(text), text),
  })(),
  'host-memory': custom<bigint>({
    summary: `Memory that the nodes share: 32Gi; ${fromNodes}.`,
    helpValue: 'QUANTITY',
    parse: async (text) => positive(parseMemory(text), text),
  })(),
}

export interface HostFlags {
  readonly nodes?: readonly string[] | undefined
  readonly 'host-of'?: string | undefined
  readonly weights?: readonly bigint[] | undefined
  readonly 'host-cpu'?: bigint | undefined
  readonly 'host-memory'?: bigint | undefined
}

/**
 * The nodes with their weights; undefined: those of a host. Throws Failure 'usage' for one node, for both ways to name them or none, and
 * when the numbers differ.
 */
export function partsOf(flags: HostFlags): readonly { node: string; weight: bigint }[] | undefined {
  const { nodes, 'host-of': host, weights } = flags
  if (host !== undefined) {
    const other = nodes === undefined ? weights && '--weights' : '--nodes'
    if (other === undefined) return undefined
    throw usage('ConflictingFlags', `${other} and --host-of are mutually exclusive`, 'name the nodes with --nodes')
  }
  if (nodes === undefined) throw usage('NoNodes', 'no nodes selected', 'add --nodes, or --host-of with one of them')
  if (nodes.length < 2)
    throw usage('OneNode', 'a host is split between two nodes or more', 'for the size of one node: nodesize set')
  if (weights !== undefined && weights.length !== nodes.length)
    throw usage('WeightsDiffer', `--nodes has ${nodes.length} names, but --weights has ${weights.length}`)
  return nodes.map((node, i) => ({ node, weight: weights?.[i] ?? 1n }))
}

export const hostAmounts = ({ 'host-cpu': cpu, 'host-memory': memory }: HostFlags): Partial<Amounts> => ({
  ...(cpu !== undefined && { cpu }),
  ...(memory !== undefined && { memory }),
})
