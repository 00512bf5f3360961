import type { KubeletSetup, SetupFound } from '../../kubelet/layout/setup.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import type { InstalledPlace } from '../installation/installation.ts'
import type { Trace } from '../installation/place-of-leftovers.ts'
import type { Journal } from '../ports/journal.ts'
import type { KubeletService, StateFiles } from '../ports/kubelet-service.ts'
import type { LiveConfig } from '../ports/live-config.ts'
import type { SystemFiles } from '../ports/system-files.ts'
import type { Units } from '../ports/units.ts'
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
  /** The file that documents are written to. */
  livePath(place: InstalledPlace): string
  /** A file that is there only when documents went to this place; undefined: there is none that shows it. */
  traceOf(place: InstalledPlace): string | undefined
  /** What the state folder remembers of live files. */
  liveLeftovers(stateFolder: string): Promise<readonly Trace[]>
  /** The --config of the unit without our drop-in. */
  ownConfig(setup: KubeletSetup, limits: Limits): Promise<string | undefined>
  /** What the agent has written there. */
  journal(stateFolder: string): Promise<Pick<Journal, 'read' | 'readCheckpoint'>>
  /** Keeps every agent from working here until it is released; undefined: one is at work. */
  keepAgentsAway(stateFolder: string): Promise<Disposable | undefined>
  kubelet(unit: string): KubeletService
  stateFiles(kubeletRoot: string): StateFiles
  /** Removes condition and annotation of the Node, with the agent's own credentials, or those that were given. */
  withdraw(kubeconfig: string, node: string, limits: Limits): Promise<void>
}
