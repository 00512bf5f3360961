import { boolean, option } from '@oclif/core/flags'
import { duration } from './flags.ts'

/** The time for the jitter of a global document (5m) and for its trial (10m), and a few minutes more. */
const usualMs = 20 * 60_000

/** For commands that change what agents do. */
export const waitFlags = {
  wait: boolean({ summary: 'Wait until the kubelets concerned run what they are to run.' }),
  'wait-until': option({
    options: ['promoted', 'applied'] as const,
    default: 'promoted' as const,
    summary: 'promoted: wait until the trial is passed; applied: until the kubelet runs it.',
  })(),
  timeout: duration({ summary: 'How long --wait waits.', default: usualMs, defaultHelp: async () => '20m' }),
}

export interface WaitFlags {
  readonly wait: boolean
  readonly 'wait-until': 'promoted' | 'applied'
  readonly timeout: number
}
