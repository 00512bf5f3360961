import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import type { Moment } from '../../model/instant.ts'

/** Of this machine. The kernel counts the uptime with suspend, and no clock can be set that changes it. */
export const momentNow = (): Moment => ({
  bootId: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
  uptimeMs: uptime() * 1000,
  wallMs: Date.now(),
})
