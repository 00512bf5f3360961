import { join } from 'node:path'
import { sha256 } from '../../../machine/sha256.ts'
import type { Journal } from '../../ports/journal.ts'
import { readOwnFile } from './own-file.ts'
import { checkpointName } from './own-name.ts'
import { readStateFile } from './state-file.ts'
import { stateFolderNames } from './state-folder.ts'
import type { Reader } from './state-text.ts'

/** The journal in a state folder for somebody who changes nothing: what is damaged stays where it is. */
export function journalToLookAt(folder: string, reader: Reader): Pick<Journal, 'read' | 'readCheckpoint'> {
  return {
    async read() {
      const found = await readStateFile(join(folder, stateFolderNames.state), reader)
      return found.kind === 'damaged' || found.kind === 'foreign' ? { kind: found.kind, quarantined: undefined } : found
    },
    async readCheckpoint(digest) {
      const bytes = await readOwnFile(join(folder, stateFolderNames.checkpoints, checkpointName(digest)))
      return bytes !== undefined && sha256(bytes) === digest ? bytes : undefined
    },
  }
}
