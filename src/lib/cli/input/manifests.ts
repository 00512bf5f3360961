import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import {
  type FileFact,
  FoldersNotRead,
  InputNotRead,
  InputsNotRead,
  NoManifestInFolder,
} from '../../offline/read/file-messages.ts'
import { distinct, type Inputs } from '../../offline/read/inputs.ts'
import { contentsOf, type Input } from './input.ts'
import { findInputs } from './input-files.ts'

/** As kubectl reads them. */
const extensions = ['.yaml', '.yml', '.json']

/** A file of -f. */
export interface Manifest extends Input {
  /** False when it was found in a folder. */
  readonly named: boolean
}

export interface Manifests {
  /** Each once. */
  readonly files: readonly Manifest[]
  /** Whether -f names one file, or stdin, and not a folder or a glob. */
  readonly isOneFile: boolean
  readonly notes: readonly FileFact[]
}

interface Search {
  readonly recursive: boolean
  readonly signal: AbortSignal
}

/**
 * Read the files of -f, as kubectl does: files, the *.yaml, *.yml and *.json of folders, `-` for stdin, and globs that
 * the shell did not expand. Throws Failure 'invalid' with everything that cannot be read.
 */
export async function readManifests(paths: readonly string[], { recursive, signal }: Search): Promise<Manifests> {
  const found = await findInputs(paths, { signal, folders: { extensions, recursive } })
  const problems = found.flatMap(nothingIn)
  const files: Manifest[] = []
  for (const { file, named } of distinct(found)) {
    const read = await contentsOf(file).catch(asFailure)
    if (read instanceof Failure) problems.push(read)
    else files.push({ ...read, named })
  }
  if (problems.length > 0) throw refusalOfAll(problems)
  const below = found.flatMap(({ notRead = [] }) => notRead)
  return {
    files,
    isOneFile: found.length === 1 && found.every(isFile),
    notes: below.length === 0 ? [] : [FoldersNotRead({ folders: below })],
  }
}

/** A folder has another name than its files, and so has a glob. */
const isFile = ({ name, files }: Inputs): boolean => files.some(({ file }) => file === name)

function nothingIn({ name, files, named, nothing }: Inputs): readonly Failure[] {
  if (files.length > 0) return []
  const because: typeof nothing = named ? nothing : NoManifestInFolder()
  return [new Failure('invalid', InputNotRead({ subject: fileSubject(name), because }))]
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure && error.code === 'invalid') return error
  throw error
}

function refusalOfAll([first, ...others]: readonly Failure[]): Failure {
  if (others.length === 0) return first!
  const problems = [first!, ...others].map(({ fact }) => fact)
  return new Failure('invalid', InputsNotRead({ problems }))
}
