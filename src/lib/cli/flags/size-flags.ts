import { custom } from '@oclif/core/flags'
import { Failure } from '../../failure.ts'
import { parseSize, type SizeExpression } from '../../sizing/size.ts'
import { duration } from './flags.ts'

export const cpuSize = custom<SizeExpression>({
  summary: 'Cores the node shall have: 4, 3500m, 50%, +2, -1 or max.',
  helpValue: 'SIZE',
  parse: async (text) => parseSize('cpu', text),
})()

export const memorySize = custom<SizeExpression>({
  summary: 'Memory the node shall have: 16Gi, 50%, +2Gi, -1Gi or max.',
  helpValue: 'SIZE',
  parse: async (text) => parseSize('memory', text),
})()

/** A kubelet that has just started gives its first verdict after 30 s. */
export const kubeletTimeout = duration({
  summary: 'How long to wait for the kubelet.',
  default: 40_000,
  defaultHelp: async () => '40s',
})

export function wantedSize({ cpu, memory }: { cpu?: SizeExpression | undefined; memory?: SizeExpression | undefined }) {
  if (cpu === undefined && memory === undefined)
    throw new Failure('usage', 'what size?', { suggestions: ['add --cpu, --memory or both'] })
  return { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) }
}
