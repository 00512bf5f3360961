import type { ApplyModeName } from '../../kubelet/layout/apply-mode.ts'
import type { KubeletSetup, SetupFound } from '../../kubelet/layout/setup.ts'
import type { Limits } from '../../ports/limits.ts'
import type { InstalledPlace, RunsAs } from '../installation/installation.ts'
import type { Places } from '../installation/places.ts'
import type { RescueFiles } from '../installation/wanted-files.ts'
import type { Enrollment } from '../ports/enrollment.ts'
import type { KubeletCredentials } from '../ports/kubelet-credentials.ts'
import type { SystemFiles } from '../ports/system-files.ts'
import type { Units } from '../ports/units.ts'

/** What is fixed about this machine and this program. */
export interface MachineFacts {
  readonly isRoot: boolean
  readonly machineId: string
  readonly bootId: string
  /** The file of this program; undefined: it runs on a Node.js that is not a part of it. */
  readonly executable: string | undefined
  readonly version: string
  /** Programs of the service manager that are not there. */
  readonly missingPrograms: readonly string[]
}

/** The machine that an agent is installed on, and its cluster. */
export interface InstallWorld {
  readonly machine: MachineFacts
  readonly files: SystemFiles
  readonly units: Units
  /** With the rights of whoever installs. */
  readonly enrollment: Enrollment
  discover(limits: Limits): Promise<SetupFound>
  kubeletVersion(unit: string, limits: Limits): Promise<string>
  kubeletCredentials(kubeconfig: string): Promise<KubeletCredentials>
  /** The file that documents are written to. */
  livePath(place: InstalledPlace): string
  /** The drop-in that gives this file to --config; undefined: no drop-in can. */
  configDropIn(setup: KubeletSetup, path: string, limits: Limits): Promise<string | undefined>
  /** In the mode `unit`, before the drop-in: the file must be there, with the node's own content. */
  prepareLive(place: InstalledPlace, stateFolder: string): Promise<void>
  rescueFiles(stateFolder: string): RescueFiles
  /** Whether an agent has this state folder now. */
  isInUse(stateFolder: string): Promise<boolean>
  /** Asks the API server with the agent's own credentials. Rejects when it cannot be used with them. */
  tryCredentials(kubeconfig: string, node: string, limits: Limits): Promise<void>
}

export interface InstallRequest {
  /** `pod`: only what the pod of an agent cannot have itself, the rescue of the kubelet. */
  readonly runsAs: RunsAs
  readonly nodeName: string | undefined
  readonly namespace: string
  readonly places: Places
  readonly applyMode: ApplyModeName | 'auto'
  /** A kubeconfig that the agent uses as it is; undefined: it gets a token. */
  readonly agentKubeconfig: string | undefined
  /** Flags for `agent run`. */
  readonly flags: readonly string[]
}

/** How documents reach the kubelet; undefined: not in this mode. */
export function stepPlace(
  mode: ApplyModeName,
  { config, configDir }: { readonly config: string | undefined; readonly configDir: string | undefined },
): InstalledPlace | undefined {
  if (mode === 'drop-in') return configDir === undefined ? undefined : { mode, folder: configDir }
  return config === undefined ? undefined : { mode, config }
}
