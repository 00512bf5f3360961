import { join } from 'node:path'
import type { Journal } from '../../ports/host/journal.ts'
import { sha256 } from '../sha256.ts'
import { readOwnFile } from './own-file.ts'
import { checkpointName } from './own-name.ts'
import { stateFolderNames } from './state-folder.ts'
import { type Reader, readStateText } from './state-text.ts'

/** The journal in a state folder for somebody who changes nothing: what is damaged stays where it is. */
export function journalToLookAt(folder: string, reader: Reader): Pick<Journal, 'read' | 'readCheckpoint'> {
  return {
    async read() {
      const bytes = await readOwnFile(join(folder, stateFolderNames.state))
      if (bytes === undefined) return { kind: 'none' }
      const found = readStateText(bytes.toString(), reader)
      return found.kind === 'state' || found.kind === 'newer' ? found : { ...found, quarantined: undefined }
    },
    async readCheckpoint(digest) {
      const bytes = await readOwnFile(join(folder, stateFolderNames.checkpoints, checkpointName(digest)))
      return bytes !== undefined && sha256(bytes) === digest ? bytes : undefined
    },
  }
}
