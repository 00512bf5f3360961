import type { Rule } from '../rules/rule.ts'
import { evictionRules } from './s01-s03-eviction.ts'
import { reservationRules } from './s04-s05-reservations.ts'
import { cpuManagerRules } from './s06-cpu-manager.ts'
import { memoryManagerRules } from './s07-memory-manager.ts'
import { topologyManagerRules } from './s08-topology-manager.ts'
import { containerLogRules } from './s09-container-logs.ts'
import { tlsRules } from './s10-tls.ts'
import { modeRules } from './s11-s13-modes.ts'
import { hostRules } from './s14-host.ts'
import { unsafeSysctlRules } from './s15-unsafe-sysctls.ts'

/** What ends a kubelet after validation, while it starts. */
export const startupRules: readonly Rule[] = [
  ...evictionRules,
  ...reservationRules,
  ...cpuManagerRules,
  ...memoryManagerRules,
  ...topologyManagerRules,
  ...containerLogRules,
  ...tlsRules,
  ...modeRules,
  ...hostRules,
  ...unsafeSysctlRules,
]
