import { formatDuration } from './duration.ts'

const nanosPerMs = 1_000_000n

/** As Go formats a time.Duration. */
export const formatMs = (ms: number): string => formatDuration(BigInt(ms) * nanosPerMs)
