import type { Stats } from 'node:fs'
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileSubject } from '../fact.ts'
import { Failure } from '../failure.ts'
import type { HostFact } from './host-fact.ts'

interface Replacement {
  readonly file: string
  readonly before: Uint8Array
  readonly after: string
}

/**
 * Replaces the contents of files. Each replacement is atomic: a concurrent reader sees the old contents or the new
 * ones. Mode and owner are kept, and a symbolic link is followed. Returns one Failure for each file that was not
 * replaced: 'conflict' when it has changed since it was read, 'invalid' when it cannot be written.
 */
export async function replaceFiles(replacements: readonly Replacement[]): Promise<readonly Failure[]> {
  const failures: Failure[] = []
  for (const replacement of replacements) {
    const failure = await replace(replacement).catch((error: unknown) => explain(replacement.file, error))
    if (failure !== undefined) failures.push(failure)
  }
  return failures
}

function explain(file: string, error: unknown): Failure {
  if (error instanceof Failure) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) throw error
  return new Failure<HostFact>(
    'invalid',
    { reason: 'FileNotWritable', subject: fileSubject(file), errno: code },
    { cause: error },
  )
}

/** Throws Failure 'invalid' for what has no end to be read, and must not be replaced by a file: /dev/null, a pipe. */
export function refuseIrregular(path: string, found: Stats): void {
  if (found.isFile() || found.isDirectory()) return
  throw new Failure<HostFact>('invalid', { reason: 'FileIrregular', subject: fileSubject(path) })
}

async function replace({ file: path, before, after }: Replacement): Promise<void> {
  const target = await realpath(path)
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  const found = await stat(target)
  refuseIrregular(path, found)
  const { mode, uid, gid } = found
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(after)
    // Only root may change the owner; any other user either is the owner already or cannot keep the group.
    await file.chown(uid, gid).catch(() => undefined)
    await file.chmod(mode & 0o7777)
    await file.sync()
    await file.close()
    if (!(await readFile(target)).equals(before))
      throw new Failure<HostFact>('conflict', { reason: 'FileChangedSinceRead', subject: fileSubject(path) })
    await rename(temporary, target)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(temporary, { force: true })
    throw error
  }
}
