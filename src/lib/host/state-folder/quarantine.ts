import { readdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { unlessAbsent } from '../refusal.ts'
import { removeSynced, syncFolder } from '../synced-write.ts'
import { stateFolderNames } from './state-folder.ts'

/** More would only fill the disk: whoever looks into it needs the newest. */
const most = 10

/**
 * Puts a damaged file aside, where nothing reads it again, and returns its new path: undefined when it cannot be moved.
 * Keeps the last ones. Never rejects: damage to our files must not stop anything.
 */
export async function quarantine(stateFolder: string, path: string): Promise<string | undefined> {
  const folder = join(stateFolder, stateFolderNames.quarantine)
  try {
    const names = await readdir(folder)
    const target = join(folder, `${nextNumber(names)}-${basename(path)}`)
    if ((await unlessAbsent(rename(path, target).then(() => true))) === undefined) return undefined
    await syncFolder(folder)
    await removeSynced(folder, oldestOf([...names, basename(target)]))
    return target
  } catch {
    return undefined
  }
}

const numberOf = (name: string): number => Number.parseInt(name, 10) || 0

/** Numbers, since the clock of a node may be wrong. */
const nextNumber = (names: readonly string[]): string =>
  String(1 + Math.max(0, ...names.map(numberOf))).padStart(6, '0')

const oldestOf = (names: readonly string[]): readonly string[] =>
  names.toSorted((a, b) => numberOf(b) - numberOf(a)).slice(most)
