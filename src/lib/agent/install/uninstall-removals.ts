import { agentUnitPath, configDropInPath, rescueDropInPath } from '../installation/places.ts'
import type { UninstallPlan } from './uninstall.ts'

/** What the rescue leaves in memory. */
const runtimeFolder = '/run/kubeletcfg'

interface Removals {
  /** Units and their drop-ins, before the kubelet is restarted. */
  readonly ofUnits: readonly string[]
  readonly others: readonly string[]
  /** With all that is in them: they are the agent's. */
  readonly ownFolders: readonly string[]
  /** When they are empty. */
  readonly folders: readonly string[]
}

/** Everything that an uninstallation removes, in its order: only what install has made. */
export function removals({ installation, stateFolder }: Pick<UninstallPlan, 'installation' | 'stateFolder'>): Removals {
  if (installation === undefined) return { ofUnits: [], others: [], ownFolders: [], folders: [] }
  const { kubeletUnit, files, folders } = installation
  const ofUnits = [agentUnitPath, configDropInPath(kubeletUnit), rescueDropInPath(kubeletUnit)]
  const ownFolders = [runtimeFolder, stateFolder]
  return {
    ofUnits: ofUnits.filter((path) => files.includes(path)),
    others: files.toReversed().filter((path) => !ofUnits.includes(path)),
    ownFolders,
    folders: folders.toReversed().filter((path) => !ownFolders.some((own) => `${path}/`.startsWith(`${own}/`))),
  }
}
