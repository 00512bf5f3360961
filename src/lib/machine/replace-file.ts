import type { Stats } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { fileSubject } from '../message/fact.ts'
import { Failure } from '../message/failure.ts'
import { FileChangedSinceRead, FileIrregular, FileNotWritable } from './host-messages.ts'
import { writeSynced } from './synced-write.ts'

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
  return new Failure('invalid', FileNotWritable({ subject: fileSubject(file), errno: code }), { cause: error })
}

/** Throws Failure 'invalid' for what has no end to be read, and must not be replaced by a file: /dev/null, a pipe. */
export function refuseIrregular(path: string, found: Stats): void {
  if (found.isFile() || found.isDirectory()) return
  throw new Failure('invalid', FileIrregular({ subject: fileSubject(path) }))
}

async function replace({ file: path, before, after }: Replacement): Promise<void> {
  const target = await realpath(path)
  const found = await stat(target)
  refuseIrregular(path, found)
  await writeSynced(target, after, { mode: found.mode, owner: found }, async () => {
    if (!(await readFile(target)).equals(before))
      throw new Failure('conflict', FileChangedSinceRead({ subject: fileSubject(path) }))
  })
}
