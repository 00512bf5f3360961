import { open } from 'node:fs/promises'
import { Failure } from '../errors.ts'

/** Bytes the API server takes in one request; no document can be larger. */
export const maxInputBytes = 3 * 1024 * 1024

export interface Input {
  /** As it appears in messages: the path, or <stdin>. */
  readonly file: string
  readonly bytes: Uint8Array
}

/** A file, or `-` for stdin. Reads no more than 3 MiB, from whatever it is given. */
export async function readInput(path: string, signal: AbortSignal): Promise<Input> {
  const file = path === '-' ? '<stdin>' : path
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of await source(path, signal)) {
      size += chunk.length
      if (size > maxInputBytes) throw new Failure('invalid', `${file}: larger than 3 MiB, the most an API server takes`)
      chunks.push(chunk)
    }
    signal.throwIfAborted()
    return { file, bytes: Buffer.concat(chunks) }
  } catch (error) {
    signal.throwIfAborted()
    throw explain(file, error)
  }
}

async function source(path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  if (path !== '-') return (await open(path)).createReadStream({ signal })
  signal.addEventListener('abort', () => process.stdin.destroy(), { once: true })
  return process.stdin
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a folder, and one file is needed',
  EACCES: 'permission denied',
}

function explain(file: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (error instanceof Failure || !(code in reasons)) return error
  return new Failure('invalid', `${file}: ${reasons[code]}`, { cause: error })
}
