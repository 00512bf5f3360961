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
import { runtimeSocketRules } from './s16-runtime-sockets.ts'
import { portRules } from './s17-s19-ports.ts'
import { cgroupRules } from './s20-s21-cgroups.ts'
import { timeRules } from './s22-times.ts'
import { userNamespaceRules } from './s23-user-namespaces.ts'
import { clusterDnsRules } from './s24-cluster-dns.ts'
import { registrationRules } from './s25-taints.ts'
import { tlsPairRules } from './s26-tls-pair.ts'
import { cpuRules } from './s27-cpu.ts'
import { openFileRules } from './s28-open-files.ts'

/** Why a kubelet exits while it starts, after validation, or starts without a feature. */
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
  ...runtimeSocketRules,
  ...portRules,
  ...cgroupRules,
  ...timeRules,
  ...userNamespaceRules,
  ...clusterDnsRules,
  ...registrationRules,
  ...tlsPairRules,
  ...cpuRules,
  ...openFileRules,
]
