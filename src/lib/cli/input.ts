import { constants, createReadStream, fstatSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { addAbortSignal, type Readable } from 'node:stream'
import { Failure } from '../errors.ts'
import { maxBytes } from '../reading/limits.ts'

export interface Input {
  /** As it appears in messages: the path, or <stdin>. */
  readonly file: string
  readonly bytes: Uint8Array
}

/** A file, or `-` for stdin. Reads no more than a document may have, from whatever it is given. */
export async function readInput(path: string, signal: AbortSignal): Promise<Input> {
  const file = path === '-' ? '<stdin>' : path
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of addAbortSignal(signal, source(path))) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(file)
      chunks.push(chunk)
    }
    signal.throwIfAborted()
    return { file, bytes: Buffer.concat(chunks) }
  } catch (error) {
    signal.throwIfAborted()
    throw explain(file, error)
  }
}

const tooLarge = (file: string): Failure =>
  new Failure('invalid', `${file}: larger than ${maxBytes / 2 ** 20} MiB, the most an API server takes`)

/** Never waits in open(2) or read(2) for the other end of a pipe, for nothing could interrupt that. */
function source(path: string): Readable {
  if (path === '-') return process.stdin
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return fstatSync(fd).isFIFO() ? new Socket({ fd }) : createReadStream(path, { fd })
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'is a folder, and one file is needed',
  EACCES: 'permission denied',
}

function explain(file: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error
  return new Failure('invalid', `${file}: ${reasons[code] ?? `cannot be read: ${code}`}`, { cause: error })
}
