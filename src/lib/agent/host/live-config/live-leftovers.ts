import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { reading, unlessAbsent } from '../../../machine/refusal.ts'
import type { Trace } from '../../installation/place-of-leftovers.ts'
import type { ApplyMode } from '../../ports/live-config.ts'
import { stateFolderNames } from '../state-folder/state-folder.ts'
import { type LivePlace, livePath } from './open-live-file.ts'
import { siblingOfLive } from './original-copies.ts'

/** A file that is there only when documents went to this place. */
export const traceOf = (place: LivePlace): string =>
  place.mode === 'file' ? siblingOfLive(livePath(place)) : livePath(place)

/** The live files that a state folder remembers. An empty folder of one says nothing: looking at it makes it. */
export async function liveLeftovers(stateFolder: string): Promise<readonly Trace[]> {
  const folder = join(stateFolder, stateFolderNames.live)
  const names = (await reading(folder, () => unlessAbsent(readdir(folder)))) ?? []
  const leftovers = names.toSorted().map(async (name): Promise<readonly Trace[]> => {
    const path = join(folder, name)
    const mode = modeIn(name)
    const isUsed = mode !== undefined && (await reading(path, () => readdir(path))).length > 0
    return isUsed ? [{ mode, path }] : []
  })
  return (await Promise.all(leftovers)).flat()
}

/** As openLiveFile() names them. */
function modeIn(name: string): ApplyMode | undefined {
  const [, mode] = /^(file|unit|drop-in)-[0-9a-f]{12}$/.exec(name) ?? []
  return mode as ApplyMode | undefined
}
