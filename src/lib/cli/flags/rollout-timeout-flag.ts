import { duration } from './flags.ts'

/** Soaks of several waves take hours. */
const usualMs = 6 * 3_600_000

export const rolloutTimeout = (summary: string) =>
  duration({ summary, default: usualMs, defaultHelp: async () => '6h' })
