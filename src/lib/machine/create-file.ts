import { access, constants, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileSubject } from '../message/fact.ts'
import { Failure } from '../message/failure.ts'
import { FileExists, FileNotWritable, type HostFact } from './host-messages.ts'
import { refuseIrregular, replaceFiles } from './replace-file.ts'

/** Whether a path exists, even as a broken symbolic link. */
const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  )

const alreadyThere = (path: string): Failure<HostFact> =>
  new Failure('refused', FileExists({ subject: fileSubject(path) }))

/** Rejects with the Failure that createFile would have now, before the user is asked for the contents of the file. */
export async function checkCreatable(file: string, { overwrite }: { overwrite: boolean }): Promise<void> {
  if (!overwrite && (await isThere(file))) throw alreadyThere(file)
  await access(`${dirname(file)}/.`, constants.W_OK).catch((error) => Promise.reject(notWritable(file, error)))
}

/**
 * Writes a whole file or nothing. Rejects with Failure 'refused' when the file exists and `overwrite` is false, 'invalid'
 * when it cannot be written, 'conflict' when it changes meanwhile.
 */
export async function createFile(file: string, after: string, { overwrite }: { overwrite: boolean }): Promise<void> {
  const isNew = await claim(file)
  if (!isNew && !overwrite) throw alreadyThere(file)
  const [failure] = await replaceFiles([{ file, before: isNew ? new Uint8Array() : await bytesOf(file), after }])
  if (failure === undefined) return
  if (isNew) await rm(file, { force: true })
  throw failure
}

/** Creates an empty file, unless the path exists. */
async function claim(file: string): Promise<boolean> {
  try {
    await using _created = await open(file, 'wx')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw notWritable(file, error as NodeJS.ErrnoException)
  }
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    refuseIrregular(file, await stat(file))
    return await readFile(file)
  } catch (error) {
    throw notWritable(file, error as NodeJS.ErrnoException)
  }
}

const notWritable = (file: string, error: NodeJS.ErrnoException): Error =>
  error instanceof Failure || error.code === undefined
    ? error
    : new Failure('invalid', FileNotWritable({ subject: fileSubject(file), errno: error.code }), { cause: error })
