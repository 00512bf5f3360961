import type { Moment } from './moment.ts'

/** A time within one boot: times of different boots do not compare. */
export interface Instant {
  readonly bootId: string
  /** Milliseconds since that boot. */
  readonly uptimeMs: number
}

export const instantOf = ({ bootId, uptimeMs }: Moment): Instant => ({ bootId, uptimeMs })

/** Milliseconds between them; undefined when the machine was rebooted since. */
export const elapsedMs = (since: Instant, at: Instant): number | undefined =>
  since.bootId === at.bootId ? Math.max(0, at.uptimeMs - since.uptimeMs) : undefined
