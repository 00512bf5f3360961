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

/**
 * A moment on this machine. Decisions use the time since the boot, which never jumps; the wall clock is only for display,
 * because an operator or NTP may set it.
 */
export interface Moment {
  /** /proc/sys/kernel/random/boot_id: times since the boot compare only within one boot. */
  readonly bootId: string
  /** Milliseconds since the boot, suspend included (CLOCK_BOOTTIME). */
  readonly uptimeMs: number
  /** Milliseconds since the epoch. */
  readonly wallMs: number
}
