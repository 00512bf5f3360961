import { boolean, option } from '@oclif/core/flags'
import { duration } from './flags.ts'

/** The time for the jitter of a global document (5m) and for its trial (10m), and a few minutes more. */
const usualMs = 20 * 60_000

/** For commands that store documents. */
export const waitFlags = {
  wait: boolean({ summary: 'Wait until the kubelets that get the documents run them.' }),
  'wait-until': option({
    options: ['promoted', 'applied'] as const,
    default: 'promoted' as const,
    summary: 'What --wait waits for: promoted: a document has passed its trial; applied: the kubelet runs it.',
  })(),
  timeout: duration({ summary: 'How long --wait waits.', default: usualMs, defaultHelp: async () => '20m' }),
}

export interface WaitFlags {
  readonly wait: boolean
  readonly 'wait-until': 'promoted' | 'applied'
  readonly timeout: number
}
