import type { Dirent } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { isDropIn } from '../../kubelet/merge/drop-in-order.ts'
import { PipeNotFile } from '../../machine/host-messages.ts'
import { explain, readBytes } from '../../machine/read-bytes.ts'
import { Failure } from '../../message/failure.ts'
import type { InputFile } from '../../offline/read/inputs.ts'
import type { DropInFolder } from '../../offline/validate/drop-ins.ts'
import { maxBytes } from '../../yaml/read/limits.ts'
import { inputName } from './input.ts'

/**
 * Finds the files below a folder of drop-ins as a kubelet does (Go's filepath.WalkDir): links count as files, and are
 * not followed, the folder itself included. Reads no file; a folder that cannot be read fails when it is read.
 */
export async function findDropIns(path: string, signal: AbortSignal): Promise<DropInFolder> {
  inputName(path)
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

/** `bytes`: the path as the file system has it, if not all of it is UTF-8. */
const fileAt = (path: string, signal: AbortSignal, bytes: string | Buffer = path): InputFile => ({
  file: path,
  read: () => readBytes(bytes, { signal, maxBytes }),
})

/** A folder or a pipe that is in the way. */
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

async function* filesBelow(
  folder: string,
  signal: AbortSignal,
  bytes: Buffer = Buffer.from(folder.replace(/\/$/, '')),
): AsyncGenerator<InputFile> {
  signal.throwIfAborted()
  const entries = await readdir(bytes, { withFileTypes: true, encoding: 'buffer' }).catch(explain)
  if (!Array.isArray(entries)) return yield unreadable(folder, entries)
  // Byte by byte, whatever the locale.
  for (const entry of entries.sort((a, b) => Buffer.compare(a.name, b.name))) {
    const below = Buffer.concat([bytes, Buffer.from('/'), entry.name])
    const path = below.toString()
    if (entry.isDirectory()) yield* filesBelow(path, signal, below)
    else if (!(await isPipe(entry, below))) yield fileAt(path, signal, below)
    else if (isDropIn(path)) yield unreadable(path, new Failure('invalid', PipeNotFile()))
  }
}

/** The kubelet would wait at it for ever, and so would this program. */
async function isPipe(entry: Dirent<Buffer>, path: Buffer): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFIFO()
  const target = await stat(path).catch(() => undefined)
  return target?.isFIFO() ?? false
}
