import type { FileChange } from '../installation/file-plan.ts'
import type { Installation } from '../installation/installation.ts'
import type { TokenRequest } from '../ports/enrollment.ts'

/** One act of an installation. A dry run prints these, and applying the plan carries them out, in the same order. */
export type InstallStep =
  | { readonly act: 'create-folder'; readonly path: string; readonly mode: number }
  /** Written before anything outside the folder that it is in: an installation that is interrupted can be completed or undone. */
  | { readonly act: 'record'; readonly state: Installation['state'] }
  /** The file that the drop-in gives to --config, in the mode `unit`: until a document comes, the node's own. */
  | { readonly act: 'link'; readonly path: string; readonly to: string }
  | { readonly act: 'request-token'; readonly request: TokenRequest }
  | { readonly act: 'file'; readonly change: FileChange }
  | { readonly act: 'try-credentials' }
  | { readonly act: 'reload-units' }
  | { readonly act: 'start-agent' }

/** What the steps follow from. */
export interface InstallNeeds {
  readonly installation: Installation
  readonly stateFolder: string
  readonly folders: readonly string[]
  readonly changes: readonly FileChange[]
  readonly token: TokenRequest | undefined
  readonly livePath: string
  readonly isUpgrade: boolean
}

/** In the order in which they are done: whatever ends it, the kubelet has what it was started with. */
export function installSteps(needs: InstallNeeds): readonly InstallStep[] {
  const { installation, stateFolder, folders, changes, token, livePath, isUpgrade } = needs
  const { place, runsAs } = installation
  const isIn = (folder: string, other: string): boolean => `${folder}/`.startsWith(`${other}/`)
  const ofRecord = folders.filter((folder) => isIn(folder, stateFolder) || isIn(stateFolder, folder))
  const create = (path: string): InstallStep => ({
    act: 'create-folder',
    path,
    mode: isIn(path, stateFolder) ? 0o700 : 0o755,
  })
  return [
    ...ofRecord.map(create),
    { act: 'record', state: 'installing' },
    ...folders.filter((folder) => !ofRecord.includes(folder)).map(create),
    ...(place.mode === 'unit' && !isUpgrade ? [{ act: 'link' as const, path: livePath, to: place.config }] : []),
    ...(token === undefined ? [] : [{ act: 'request-token' as const, request: token }]),
    ...changes.map((change) => ({ act: 'file' as const, change })),
    ...(token === undefined ? [] : [{ act: 'try-credentials' as const }]),
    { act: 'reload-units' },
    ...(runsAs === 'service' ? [{ act: 'start-agent' as const }] : []),
    { act: 'record', state: 'installed' },
  ]
}
