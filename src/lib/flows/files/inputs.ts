import { Failure } from '../../failure.ts'
import type { NotRead } from './file-fact.ts'

/** A file to read, and not read yet. */
export interface InputFile {
  /** As it is called in messages. */
  readonly file: string
  /** Rejects with Failure 'invalid' and NotRead when it cannot be read. */
  read(): Promise<Uint8Array>
}

/** What one argument stands for. */
export interface Inputs {
  readonly name: string
  readonly files: readonly InputFile[]
  /** Whoever names a file wants it looked at; of what was found in a folder, only KubeletConfigurations count. */
  readonly named: boolean
  /** Why, when there is nothing to look at in it. */
  readonly nothing: NotRead
}

export interface DistinctFile {
  readonly file: InputFile
  readonly named: boolean
}

/** Files that are read at the same time. */
export const concurrency = 8

/** Each file once, by its name; one that is named and found in a folder, too, is a named one. */
export function distinct(inputs: readonly Inputs[]): readonly DistinctFile[] {
  const files = new Map<string, DistinctFile>()
  for (const { files: some, named } of inputs)
    for (const file of some) files.set(file.file, { file, named: named || files.get(file.file)?.named === true })
  return [...files.values()]
}

/** Why a file could not be read; throws what is no reason of its own. */
export function reasonNotRead(error: unknown): NotRead {
  if (error instanceof Failure && error.code === 'invalid') return error.fact as NotRead
  throw error
}
