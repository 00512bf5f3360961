import { join } from 'node:path'
import { writing } from '../../../machine/refusal.ts'
import { removeSynced, writeSynced } from '../../../machine/synced-write.ts'
import type { OptOutMode } from '../../model/opt-out.ts'
import { readOwnFile } from './own-file.ts'
import { stateFolderNames } from './state-folder.ts'

/** Whoever made the file wants no changes: what cannot be read or understood is a freeze. */
export async function readOptOut(folder: string): Promise<OptOutMode | undefined> {
  try {
    const bytes = await readOwnFile(join(folder, stateFolderNames.optOut))
    if (bytes === undefined) return undefined
    return bytes.toString().trim() === 'local' ? 'local' : 'freeze'
  } catch {
    return 'freeze'
  }
}

/** Opts this node out, or in again; needs neither the lock nor the API server. Rejects with Failure 'refused'. */
export async function writeOptOut(folder: string, mode: OptOutMode | undefined): Promise<void> {
  const path = join(folder, stateFolderNames.optOut)
  await writing(path, () =>
    mode === undefined
      ? removeSynced(folder, [stateFolderNames.optOut])
      : writeSynced(path, `${mode}\n`, { mode: 0o600 }),
  )
}
