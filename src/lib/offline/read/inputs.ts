import { Failure } from '../../message/failure.ts'
import type { NotRead } from './file-messages.ts'

/** A file that has not been read yet. */
export interface InputFile {
  /** The name in messages. */
  readonly file: string
  /** Rejects with Failure 'invalid' and NotRead when it cannot be read. */
  read(): Promise<Uint8Array>
}

/** The files of one argument. */
export interface Inputs {
  readonly name: string
  readonly files: readonly InputFile[]
  /** A named file is always reported on; a file found in a folder only when it has a KubeletConfiguration. */
  readonly named: boolean
  /** The reason to report when there is no file to report on. */
  readonly nothing: NotRead
  /** Folders below it that are not read. */
  readonly notRead?: readonly string[] | undefined
}

export interface DistinctFile {
  readonly file: InputFile
  readonly named: boolean
}

/** Files that are read at the same time. */
export const concurrency = 8

/** Each file once, by its name. A file that is both named and found in a folder counts as named. */
export function distinct(inputs: readonly Inputs[]): readonly DistinctFile[] {
  const files = new Map<string, DistinctFile>()
  for (const { files: some, named } of inputs)
    for (const file of some) files.set(file.file, { file, named: named || files.get(file.file)?.named === true })
  return [...files.values()]
}

/** Why a file could not be read. Any other error is thrown. */
export function reasonNotRead(error: unknown): NotRead {
  if (error instanceof Failure && error.code === 'invalid') return error.fact as NotRead
  throw error
}
