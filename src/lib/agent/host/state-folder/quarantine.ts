import { readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { unlessAbsent } from '../../../machine/refusal.ts'
import { syncFolder } from '../../../machine/synced-write.ts'
import { stateFolderNames } from './state-folder.ts'

/** More would only fill the disk: whoever looks into it needs the newest. */
const most = 10

/**
 * Puts a damaged file, or what is in its place, aside, where nothing reads it again, and returns its new path: undefined when it cannot be moved.
 * Keeps the last ones. Never rejects: damage to our files must not stop anything.
 */
export async function quarantine(stateFolder: string, path: string): Promise<string | undefined> {
  const folder = join(stateFolder, stateFolderNames.quarantine)
  try {
    const names = await readdir(folder)
    const target = join(folder, `${nextNumber(names)}-${basename(path)}`)
    if ((await unlessAbsent(rename(path, target).then(() => true))) === undefined) return undefined
    await forgetOldest(folder, [...names, basename(target)])
    await syncFolder(folder)
    return target
  } catch {
    return undefined
  }
}

const numberOf = (name: string): number => Number.parseInt(name, 10) || 0

/** Numbers, since the clock of a node may be wrong. */
const nextNumber = (names: readonly string[]): string =>
  String(1 + Math.max(0, ...names.map(numberOf))).padStart(6, '0')

/** A folder may have been in the place of a file. */
async function forgetOldest(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.toSorted((a, b) => numberOf(b) - numberOf(a)).slice(most))
    await rm(join(folder, name), { recursive: true, force: true })
}
