import { glob, readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { InputFile, Inputs } from '../flows/inputs.ts'
import { nameOf } from './input.ts'
import { explain, readBytes } from './read-bytes.ts'

/** The last is that of what a kubelet takes out of its --config-dir; files of other formats have it as well. */
const extensions = ['.yaml', '.yml', '.json', '.conf']
const patterns = '*.yaml, *.yml, *.json or *.conf'

const wildcards = /[*?[{]/

/**
 * What the arguments of a command stand for, in their order: files, folders with all that is below them, `-` for stdin,
 * and globs that the shell has left to us. Nothing is read yet, and what cannot be read says so when it is. Of a folder,
 * files with one of the extensions count.
 */
export async function findInputs(paths: readonly string[], signal: AbortSignal): Promise<readonly Inputs[]> {
  const inputs: Inputs[] = []
  for (const path of new Set(paths)) {
    const isPattern = wildcards.test(path) && (await kindOf(path)) === 'absent'
    inputs.push(await (isPattern ? matching(path, signal) : inputsAt(path, signal)))
  }
  return inputs
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'absent'> {
  if (path === '-') return 'file'
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return 'absent'
  return found.isDirectory() ? 'folder' : 'file'
}

/** Files only: with `**`, folders would bring the same files once more. */
async function matching(pattern: string, signal: AbortSignal): Promise<Inputs> {
  const files: InputFile[] = []
  for (const path of (await Array.fromAsync(glob(pattern))).sort())
    if ((await kindOf(path)) !== 'folder') files.push(fileAt(path, signal))
  signal.throwIfAborted()
  return { name: pattern, files, named: true, nothing: 'matches no file' }
}

async function inputsAt(path: string, signal: AbortSignal): Promise<Inputs> {
  if ((await kindOf(path)) !== 'folder')
    return { name: nameOf(path), files: [fileAt(path, signal)], named: true, nothing: '' }
  const files = await Array.fromAsync(filesBelow(path, signal))
  return { name: path, files, named: false, nothing: `folder has no KubeletConfiguration in ${patterns}` }
}

const fileAt = (path: string, signal: AbortSignal): InputFile => ({
  file: nameOf(path),
  read: () => readBytes(path, signal),
})

/** By name, folder by folder. What starts with a dot is not for us: `.git`, and the `..data` of mounted ConfigMaps. */
async function* filesBelow(folder: string, signal: AbortSignal): AsyncGenerator<InputFile> {
  signal.throwIfAborted()
  const entries = await readdir(folder, { withFileTypes: true }).catch(explain)
  if (!Array.isArray(entries)) return yield { file: folder, read: () => Promise.reject(entries) }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* filesBelow(path, signal)
    else if (extensions.includes(extname(entry.name))) yield fileAt(path, signal)
  }
}
