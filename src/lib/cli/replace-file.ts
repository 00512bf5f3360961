import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Failure } from '../errors.ts'

interface Replacement {
  readonly before: Uint8Array
  readonly after: string
}

/**
 * Gives a file other contents, at once or not at all: whoever reads it meanwhile sees the old ones or the new ones. Mode
 * and owner stay, and of a symbolic link the target changes. Throws Failure 'conflict' when it is not any more what was
 * read, and 'invalid' when it cannot be written.
 */
export async function replaceFile(path: string, replacement: Replacement): Promise<void> {
  try {
    await replace(await realpath(path), replacement)
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === undefined || syscall === undefined) throw error
    throw new Failure('invalid', `${path}: cannot be written: ${code}`, { cause: error })
  }
}

async function replace(target: string, { before, after }: Replacement): Promise<void> {
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  const { mode, uid, gid } = await stat(target)
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(after)
    // Only root may give a file away; anybody else is the owner already, or cannot keep the group.
    await file.chown(uid, gid).catch(() => undefined)
    await file.chmod(mode & 0o7777)
    await file.sync()
    await file.close()
    if (!(await readFile(target)).equals(before)) throw new Failure('conflict', `${target}: changed since it was read`)
    await rename(temporary, target)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(temporary, { force: true })
    throw error
  }
}
