import { dirname, join } from 'node:path'
import { sha256 } from '../../../machine/sha256.ts'
import type { Moment } from '../../model/instant.ts'
import type { ApplyMode } from '../../ports/live-config.ts'
import { ownFolder, stateFolderNames } from '../state-folder/state-folder.ts'
import { LiveFile } from './live-file.ts'
import { OriginalCopies } from './original-copies.ts'
import { OwnFileBackup } from './own-file-backup.ts'
import { RecordFile } from './record-file.ts'
import type { SiblingFiles } from './sibling-files.ts'

/** Where a document goes, in each apply mode. All paths are the host's. */
export type LivePlace =
  /** The file of --config. */
  | { readonly mode: 'file'; readonly config: string }
  /** The folder of --config-dir. */
  | { readonly mode: 'drop-in'; readonly folder: string }
  /** The node's own file, from which --config was turned away (unit-drop-in.ts). */
  | { readonly mode: 'unit'; readonly config: string }

/** After most drop-ins of others, and before those of an administrator who wants to have the last word. */
const dropInName = '90-kubeletcfg.conf'

/** In the folder of the node's own file, so that relative paths mean the same in both. */
const unitConfigName = 'kubeletcfg.yaml'

/** The path that carries the document, as the kubelet gets it. */
export function livePath(place: LivePlace): string {
  if (place.mode === 'file') return place.config
  return place.mode === 'drop-in' ? join(place.folder, dropInName) : join(dirname(place.config), unitConfigName)
}

interface Around {
  /** An open state folder. */
  readonly stateFolder: string
  /** Where the root folder of the host is; `/` outside of a container. */
  readonly root: string
  /** What else the kubelet reads. */
  readonly siblings?: SiblingFiles
  moment(): Moment
}

/** The live file of a place. What is remembered of it stays with the place, whatever else is used in between. */
export async function openLiveFile(
  place: LivePlace,
  { stateFolder, root, moment, siblings = {} }: Around,
): Promise<LiveFile> {
  const path = livePath(place)
  const folder = join(stateFolder, stateFolderNames.live, folderName(place.mode, path))
  await ownFolder(folder)
  const at = { mode: place.mode, path, root }
  const linkTo = place.mode === 'unit' ? place.config : undefined
  const keeper = new OwnFileBackup({ ...at, copies: new OriginalCopies(folder), linkTo })
  return new LiveFile({ ...at, record: new RecordFile(stateFolder, folder), keeper, siblings, moment })
}

const folderName = (mode: ApplyMode, path: string): string => `${mode}-${sha256(path).slice(0, 12)}`
