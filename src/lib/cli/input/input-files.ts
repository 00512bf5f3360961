import type { Dirent } from 'node:fs'
import { glob, readdir, stat } from 'node:fs/promises'
import { extname, join, matchesGlob, normalize } from 'node:path'
import { explain, readBytes } from '../../machine/read-bytes.ts'
import { NoConfigurationInFolder, NoFileMatches } from '../../offline/read/file-messages.ts'
import type { InputFile, Inputs } from '../../offline/read/inputs.ts'
import { maxBytes } from '../../yaml/read/limits.ts'
import { inputName } from './input.ts'

/** How a folder is read. */
export interface FolderReading {
  readonly extensions: readonly string[]
  /** Whether the folders below it are read, too. */
  readonly recursive: boolean
}

/** `.conf` is what a kubelet reads in its --config-dir; files of other formats use it, too. */
const everything: FolderReading = { extensions: ['.yaml', '.yml', '.json', '.conf'], recursive: true }

interface Search {
  readonly signal: AbortSignal
  /** Without it, everything below a folder is read. */
  readonly folders?: FolderReading | undefined
  /** Globs of files and folders to skip, below folders and in the results of globs. A glob without a slash matches names. */
  readonly exclude?: readonly string[] | undefined
}

const wildcards = /[*?[{]/

/**
 * Resolve the arguments of a command, in their order: files, folders, `-` for stdin, and globs that the shell did not
 * expand. In folders, only files with one of the extensions count. Reads no file: an unreadable one fails when it is
 * read.
 */
export async function findInputs(paths: readonly string[], search: Search): Promise<readonly Inputs[]> {
  const inputs: Inputs[] = []
  for (const path of new Set(paths)) {
    const isPattern = wildcards.test(path) && (await kindOf(path)) === 'absent'
    inputs.push(await (isPattern ? matching(path, search) : inputsAt(path, search)))
  }
  return inputs
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'pipe' | 'absent'> {
  if (path === '-') return 'file'
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return 'absent'
  if (found.isDirectory()) return 'folder'
  return found.isFile() ? 'file' : 'pipe'
}

/** Files only: `**` also matches folders, whose files would appear twice, and a pipe may never end. */
async function matching(pattern: string, search: Search): Promise<Inputs> {
  const files: InputFile[] = []
  for (const path of (await Array.fromAsync(glob(pattern))).sort())
    if (!isExcluded(path, search) && !['folder', 'pipe'].includes(await kindOf(path))) files.push(fileAt(path, search))
  search.signal.throwIfAborted()
  return { name: pattern, files, named: true, nothing: NoFileMatches() }
}

async function inputsAt(path: string, search: Search): Promise<Inputs> {
  if ((await kindOf(path)) !== 'folder')
    return { name: inputName(path), files: [fileAt(path, search)], named: true, nothing: NoFileMatches() }
  const { recursive } = search.folders ?? everything
  const below: string[] = []
  const files = await Array.fromAsync(filesBelow(path, search, below))
  const found = { name: path, files, named: false, nothing: NoConfigurationInFolder() } as const
  return recursive ? found : { ...found, notRead: below }
}

function isExcluded(path: string, { exclude = [] }: Search, names = path.split('/')): boolean {
  return exclude.some((glob) =>
    glob.includes('/') ? matchesGlob(path, normalize(glob)) : names.some((name) => matchesGlob(name, glob)),
  )
}

const fileAt = (path: string, { signal }: Search): InputFile => ({
  file: inputName(path),
  read: () => readBytes(path, { signal, maxBytes }),
})

/** Not a pipe: it may never end, and is read only when it is named. */
const isReadable = (entry: Dirent): boolean => entry.isFile() || entry.isSymbolicLink()

/** Sorted by name, folder by folder. Skips names that start with a dot: `.git`, and `..data` of mounted ConfigMaps. */
async function* filesBelow(folder: string, search: Search, below: string[]): AsyncGenerator<InputFile> {
  const { extensions, recursive } = search.folders ?? everything
  search.signal.throwIfAborted()
  const entries = await readdir(folder, { withFileTypes: true }).catch(explain)
  if (!Array.isArray(entries)) return yield { file: folder, read: () => Promise.reject(entries) }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || isExcluded(path, search, [entry.name])) continue
    if (entry.isDirectory() && recursive) yield* filesBelow(path, search, below)
    else if (entry.isDirectory()) below.push(path)
    else if (extensions.includes(extname(entry.name)) && isReadable(entry)) yield fileAt(path, search)
  }
}
