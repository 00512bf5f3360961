import { boolean, custom } from '@oclif/core/flags'
import type { Amounts, Resource } from '../../pods/amounts.ts'
import { parseCpu } from '../../quantity/cpu.ts'
import { parseMemory } from '../../quantity/memory.ts'
import { usage } from '../usage/usage.ts'
import { duration } from './flags.ts'

const parseAmount: Record<Resource, (text: string) => bigint> = { cpu: parseCpu, memory: parseMemory }

/** Relative sizes and percentages would mean something else when the command is repeated. */
function amountIn(resource: Resource, text: string): bigint {
  if (/^[+-]|%$|^max$/.test(text))
    throw usage(
      'SizeNotAbsolute',
      `'${text}' is not an amount of ${resource}`,
      'the command can be repeated: use an amount, such as 4 or 16Gi',
    )
  const amount = parseAmount[resource](text)
  if (amount > 0n) return amount
  throw usage('SizeIsZero', `'${text}' is not a valid size: must be greater than zero`)
}

const usualHookTimeoutMs = 5 * 60_000

export const machineFlags = {
  cpu: custom<bigint>({
    summary: 'CPU that node and machine are to have for pods: 4 or 3500m.',
    helpValue: 'N',
    parse: async (text) => amountIn('cpu', text),
  })(),
  memory: custom<bigint>({
    summary: 'Memory that they are to have for pods: 16Gi.',
    helpValue: 'QUANTITY',
    parse: async (text) => amountIn('memory', text),
  })(),
  'hook-timeout': duration({
    summary: 'How long the hook may run; then its processes get SIGTERM, and SIGKILL 10 s later.',
    default: usualHookTimeoutMs,
    defaultHelp: async () => '5m',
  }),
  'wait-allocatable': boolean({
    summary: 'The hook makes the kubelet report more: wait until that has room for the size. Only for larger machines.',
  }),
}

export interface MachineFlags {
  readonly cpu?: bigint | undefined
  readonly memory?: bigint | undefined
  readonly 'hook-timeout': number
  readonly 'wait-allocatable': boolean
}

/** At least one of --cpu and --memory. */
export function machineSize({ cpu, memory }: Pick<MachineFlags, 'cpu' | 'memory'>): Partial<Amounts> {
  if (cpu === undefined && memory === undefined) throw usage('NoSize', 'no size given', 'add --cpu, --memory or both')
  return { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) }
}

/** The words behind `--`: the hook and its arguments. Throws Failure 'usage' without one, and without exactly one node. */
export function hookIn(argv: readonly string[], words: readonly string[]): [program: string, ...args: string[]] {
  const dashes = argv.indexOf('--')
  const [program, ...args] = dashes === -1 ? [] : argv.slice(dashes + 1)
  if (program === undefined || program === '')
    throw usage('NoHook', 'no hook given', 'put it behind --, such as: -- ./resize-machine.sh')
  const nodes = words.length - 1 - args.length
  if (nodes !== 1) throw usage('NotOneNode', `${nodes === 0 ? 'no' : nodes} nodes given`, 'give one node, before --')
  return [program, ...args]
}
