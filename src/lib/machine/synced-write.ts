import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** What a new file gets. Without an owner it is this process's. */
export interface FileAttributes {
  readonly mode: number
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined
}

type BeforeRename = (temporary: string) => Promise<void>

/**
 * Writes a whole file or nothing: every reader, also after a power failure, finds the old content or the new one. When it
 * resolves, content and name are on the disk. `beforeRename` gets the finished file, and can still refuse. A symbolic
 * link at the path is replaced, not followed. Rejects with the error of the operating system.
 */
export async function writeSynced(
  path: string,
  content: string | Uint8Array,
  attributes: FileAttributes,
  beforeRename: BeforeRename = async () => undefined,
): Promise<void> {
  const temporary = temporaryFor(path)
  const file = await open(temporary, 'wx', 0o600)
  try {
    try {
      await file.writeFile(content)
      await setAttributes(file, attributes)
      await file.sync()
    } finally {
      await file.close()
    }
    await beforeRename(temporary)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path))
}

async function setAttributes(file: FileHandle, { mode, owner }: FileAttributes): Promise<void> {
  // Only root may change the owner; any other user either is the owner already or cannot keep the group.
  const isRoot = process.geteuid?.() === 0
  if (owner !== undefined)
    await file.chown(owner.uid, owner.gid).catch((error) => (isRoot ? Promise.reject(error) : undefined))
  await file.chmod(mode & 0o7777)
}

/** Moves a file within its folder. The new name is on the disk when it resolves. */
export async function renameSynced(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Removes files of one folder; one that is not there is not an error. */
export async function removeSynced(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true })
  if (names.length > 0) await syncFolder(folder)
}

/**
 * A name becomes durable with its folder. A folder that only its own user could sync, or a file system without that, keeps
 * the promise of a whole file, not that of a durable one.
 */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder)
    await handle.sync()
  } catch (error) {
    if (!['EACCES', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Beside the file, and with a name of its own in each write: what a killed process left must not be in the way. */
export const temporaryFor = (path: string): string =>
  join(dirname(path), `.${basename(path)}${temporaryMark}${randomBytes(6).toString('hex')}.tmp`)

const temporaryMark = '.kubeletcfg-'
const temporary = /^\.(.*)\.kubeletcfg-[0-9a-f]{12}\.tmp$/

/** Removes what interrupted writes left in a folder: of all files, or of one. A missing folder has none. */
export async function sweepTemporaries(folder: string, only?: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const left = names.filter((name) => {
    const of = temporary.exec(name)?.[1]
    return of !== undefined && (only === undefined || of === only)
  })
  await removeSynced(folder, left)
}
