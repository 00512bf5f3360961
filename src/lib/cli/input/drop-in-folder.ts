import { lstat, readdir } from 'node:fs/promises'
import type { DropInFolder } from '../../flows/files/drop-ins.ts'
import type { InputFile } from '../../flows/files/inputs.ts'
import { explain, readBytes } from '../../host/read-bytes.ts'
import { inReadingOrder, isDropIn } from '../../kubelet/merge/drop-in-order.ts'
import { maxBytes } from '../../yaml/read/limits.ts'
import { nameOf } from './input.ts'

/**
 * Finds the files below a folder of drop-ins as a kubelet does (Go's filepath.WalkDir): links count as files, and are
 * not followed, the folder itself included. Reads no file; a folder that cannot be read fails when it is read.
 */
export async function findDropIns(path: string, signal: AbortSignal): Promise<DropInFolder> {
  nameOf(path)
  const found = await lstat(path).catch(explain)
  if (!(typeof found === 'object' && found !== null && 'isDirectory' in found))
    return { path, ignored: undefined, files: [unreadable(path, found)], others: [] }
  const root = found as Awaited<ReturnType<typeof lstat>>
  const all = root.isDirectory() ? await Array.fromAsync(filesBelow(path, signal)) : [fileAt(path, signal)]
  const ignored = root.isDirectory() || isDropIn(path) ? undefined : root.isSymbolicLink() ? 'link' : 'file'
  const isRead = (file: InputFile): boolean => isDropIn(file.file) || file instanceof Unreadable
  const others = ignored === undefined ? all.filter((file) => !isRead(file)) : []
  return { path, ignored, files: ignored === undefined ? all.filter(isRead) : [], others }
}

const fileAt = (path: string, signal: AbortSignal): InputFile => ({
  file: path,
  read: () => readBytes(path, { signal, maxBytes }),
})

/** A folder that is in the way. */
class Unreadable implements InputFile {
  readonly file: string
  readonly #reason: unknown

  constructor(file: string, reason: unknown) {
    this.file = file
    this.#reason = reason
  }

  read(): Promise<Uint8Array> {
    return Promise.reject(this.#reason)
  }
}

const unreadable = (path: string, reason: unknown): InputFile => new Unreadable(path, reason)

async function* filesBelow(folder: string, signal: AbortSignal): AsyncGenerator<InputFile> {
  signal.throwIfAborted()
  const entries = await readdir(folder, { withFileTypes: true }).catch(explain)
  if (!Array.isArray(entries)) return yield unreadable(folder, entries)
  for (const entry of inReadingOrder(entries)) {
    const path = `${folder.replace(/\/$/, '')}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(path, signal)
    // The kubelet would wait at a pipe for ever.
    else yield fileAt(path, signal)
  }
}
