import { Failure } from '../../failure.ts'
import { maxBytes } from '../../yaml/read/limits.ts'
import { readBytes } from './read-bytes.ts'

export interface Input {
  /** As it appears in messages: the path, or <stdin>. */
  readonly file: string
  readonly bytes: Uint8Array
}

/** What a path is called in messages. An empty one is a variable that a script forgot to set. */
export function nameOf(path: string): string {
  if (path === '')
    throw new Failure('usage', "'' names no file", { suggestions: ['leave the argument away, or fill it'] })
  return path === '-' ? '<stdin>' : path
}

/** A file, or `-` for stdin. Refuses more than a document may have. */
export async function readInput(path: string, signal: AbortSignal): Promise<Input> {
  const file = nameOf(path)
  const bytes = await readBytes(path, signal).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'invalid') throw error
    throw new Failure('invalid', `${file}: ${error.message}`, { cause: error.cause })
  })
  if (bytes.length > maxBytes)
    throw new Failure('invalid', `${file}: larger than ${maxBytes / 2 ** 20} MiB, the most an API server takes`)
  return { file, bytes }
}
