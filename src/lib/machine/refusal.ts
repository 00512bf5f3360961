import { fileSubject } from '../message/fact.ts'
import { Failure } from '../message/failure.ts'
import { FileNotReadable, FileNotWritable } from './host-messages.ts'

const errnoOf = (error: unknown): string | undefined => {
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === undefined ? undefined : code
}

/** Runs what writes a file: a refusal of the operating system becomes Failure 'refused' about the path. */
export async function writing<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === undefined) throw error
    const fact = FileNotWritable({ subject: fileSubject(path), errno })
    throw new Failure('refused', fact, { cause: error })
  }
}

/** The same for what only reads. */
export async function reading<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === undefined) throw error
    const fact = FileNotReadable({ subject: fileSubject(path), errno })
    throw new Failure('refused', fact, { cause: error })
  }
}

/** undefined instead of the error that there is no such file. */
export async function unlessAbsent<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
