import { custom, option } from '@oclif/core/flags'
import type { Failure } from '../../message/failure.ts'
import { parseSize, type SizeExpression, type SizeRequest } from '../../sizes/model/size.ts'
import type { IfFull } from '../../sizes/plan/plan.ts'
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

const usualTimeoutMs = 40_000

/** The default covers a kubelet that has just started: it answers its first resize after 30 s. */
export const kubeletTimeout = duration({
  summary: 'How long to wait for the kubelet.',
  default: usualTimeoutMs,
  defaultHelp: async () => '40s',
})

const waitTimeoutMs = 4 * 60_000

/** Of set: with --if-full=wait, longer than the three minutes after which a kubelet looks at a deferred resize again. */
export const shrinkTimeout = duration({ summary: 'How long to wait for the kubelet: 40s, or 4m with --if-full=wait.' })

export const shrinkTimeoutMs = ({ timeout, ifFull }: { timeout: number | undefined; ifFull: IfFull }): number =>
  timeout ?? (ifFull === 'wait' ? waitTimeoutMs : usualTimeoutMs)

export const ifFull = option({
  summary: 'If pods are in the way. revert: undo it; wait: until it fits; partial: take what fits.',
  options: ['revert', 'wait', 'partial'] as const satisfies readonly IfFull[],
  default: 'revert' as const,
})()

export const hold = option({
  summary: 'What stays when allocatable changes: the size of the node, or its balloon.',
  options: ['size', 'balloon'] as const,
})()

/** A ConfigMap with the desired sizes of many nodes has to hold it as well. */
const maxMessageLength = 500

export const sizeMessage = custom<string>({
  char: 'm',
  summary: 'Reason for the size; stored with it.',
  helpValue: 'TEXT',
  parse: async (text) => {
    if (text.length <= maxMessageLength) return text
    throw usage('MessageTooLong', `the message has ${text.length} characters, at most ${maxMessageLength} are allowed`)
  },
})()

/** At least one of --cpu and --memory. In `set node-a 4`, 4 is read as a node name, so the hint says --cpu 4. */
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
