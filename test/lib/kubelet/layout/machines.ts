import type { MachineSeen } from '../../../../src/lib/kubelet/layout/find-unit.ts'
import type { ProcessSeen } from '../../../../src/lib/kubelet/layout/processes.ts'

/** A process of a service, on cgroup v2. */
export const processIn = (unit: string, ...argv: string[]): ProcessSeen => ({
  pid: 812,
  argv,
  cgroup: `0::/system.slice/${unit}\n`,
})

export const machine = (seen: Partial<MachineSeen> = {}): MachineSeen => ({
  platform: 'linux',
  init: 'systemd',
  system: 'debian',
  processes: [],
  services: [],
  ...seen,
})
