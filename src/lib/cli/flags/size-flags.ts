import { custom } from '@oclif/core/flags'
import type { Failure } from '../../failure.ts'
import { parseSize, type SizeExpression, type SizeRequest } from '../../sizing/size.ts'
import { usage } from '../usage/usage.ts'
import { duration } from './flags.ts'

export const cpuSize = custom<SizeExpression>({
  summary: 'Target CPU: 4, 3500m, 50%, +2, -1 or max.',
  helpValue: 'SIZE',
  parse: async (text) => parseSize('cpu', text),
})()

export const memorySize = custom<SizeExpression>({
  summary: 'Target memory: 16Gi, 50%, +2Gi, -1Gi or max.',
  helpValue: 'SIZE',
  parse: async (text) => parseSize('memory', text),
})()

/** A kubelet that has just started gives its first verdict after 30 s. */
export const kubeletTimeout = duration({
  summary: 'How long to wait for the kubelet.',
  default: 40_000,
  defaultHelp: async () => '40s',
})

/** One of them at least. An argument that is a size, and the name of a node as well, is what the size was meant to be. */
export function targetSize(
  { cpu, memory }: { cpu?: SizeExpression | undefined; memory?: SizeExpression | undefined },
  names: readonly string[] = [],
): SizeRequest {
  if (cpu === undefined && memory === undefined) throw noSize(names)
  return { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) }
}

function noSize(names: readonly string[]): Failure {
  const surplus = names.slice(1).find((name) => /^\d/.test(name))
  return surplus === undefined
    ? usage('NoSize', 'no size given', 'add --cpu, --memory or both')
    : usage('NoSize', `no size given: '${surplus}' is read as the name of a node`, `use a flag: --cpu ${surplus}`)
}
