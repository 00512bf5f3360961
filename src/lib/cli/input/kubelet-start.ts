import { lstat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { dropInsAmong } from '../../kubelet/merge/drop-in-order.ts'
import { filesBelow } from '../../machine/files-below.ts'
import type { DropInFolder, StartSources } from '../../offline/effective/effective.ts'
import { inputName, readInput } from './input.ts'

interface StartFlags {
  readonly config: string | undefined
  readonly 'config-dir': string | undefined
  readonly flags: readonly string[] | undefined
}

/** Reads the files that a kubelet is started with. Rejects with Failure 'invalid' when it could not read them either. */
export async function readStart(start: StartFlags, signal: AbortSignal): Promise<StartSources> {
  const { config: file, 'config-dir': folder, flags = [] } = start
  const config = file === undefined ? undefined : await readInput(file, signal)
  return {
    config: config && { ...config, folder: dirname(resolve(file!)) },
    configDir: folder === undefined ? undefined : await readDropIns(folder, signal),
    flags,
  }
}

/** Reads a folder of drop-ins as a kubelet does. */
async function readDropIns(path: string, signal: AbortSignal): Promise<DropInFolder> {
  inputName(path)
  const found = await lstat(path).catch(() => undefined)
  if (found?.isSymbolicLink()) return { path, isLink: true, files: [] }
  // What is not a folder is read as a file, so that the reason is reported.
  const names = found?.isDirectory() ? await filesBelow(path) : undefined
  const paths = names === undefined ? [path] : dropInsAmong(names).map((name) => `${path.replace(/\/$/, '')}/${name}`)
  const files = []
  for (const file of paths) files.push(await readInput(file, signal))
  return { path, isLink: false, files }
}
