import type { InstalledPlace } from '../../agent-installation/installation.ts'
import type { SetupFound } from '../../kubelet-layout/setup.ts'
import type { Clock } from '../../ports/clock.ts'
import type { KubeletService, StateFiles } from '../../ports/host/kubelet-service.ts'
import type { LiveConfig } from '../../ports/host/live-config.ts'
import type { SystemFiles } from '../../ports/host/system-files.ts'
import type { Units } from '../../ports/host/units.ts'
import type { Limits } from '../../ports/limits.ts'
import type { MachineFacts } from './install-world.ts'

/** The live file, which can be left as if it had never been used. */
export interface LeavableConfig extends LiveConfig {
  /** Puts the local content back and removes all that was kept beside it. */
  leave(): Promise<void>
}

export interface UninstallWorld {
  readonly machine: Pick<MachineFacts, 'isRoot'>
  readonly files: SystemFiles
  readonly units: Units
  readonly clock: Clock
  discover(limits: Limits): Promise<SetupFound>
  live(place: InstalledPlace, stateFolder: string): Promise<LeavableConfig>
  kubelet(unit: string): KubeletService
  stateFiles(kubeletRoot: string): StateFiles
  /** Removes condition and annotation of the Node, with the agent's own credentials. */
  withdraw(kubeconfig: string, node: string, limits: Limits): Promise<void>
}
