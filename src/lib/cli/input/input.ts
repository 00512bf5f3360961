import { Failure } from '../../failure.ts'
import { readBytes } from '../../host/read-bytes.ts'
import { messageOf } from '../../words/describe.ts'
import { maxBytes } from '../../yaml/read/limits.ts'
import { usage } from '../usage/usage.ts'

export interface Input {
  /** As it appears in messages: the path, or <stdin>. */
  readonly file: string
  readonly bytes: Uint8Array
}

/** What a path is called in messages. An empty one is a variable that a script forgot to set. */
export function nameOf(path: string): string {
  if (path === '') throw usage('EmptyValue', 'the name of the file is empty', 'set a name, or omit the argument')
  return path === '-' ? '<stdin>' : path
}

/** A file, or `-` for stdin. Refuses more than a document may have. */
export async function readInput(path: string, signal: AbortSignal): Promise<Input> {
  const file = nameOf(path)
  const bytes = await readBytes(path, { signal, maxBytes }).catch((error: unknown) => {
    throw inWords(error, `${file}: `)
  })
  if (bytes.length > maxBytes) throw tooLarge(file)
  return { file, bytes }
}

/** What a file is refused for, in words: they become the message of a finding, or stand behind the name of the file. */
export function inWords(error: unknown, before = ''): unknown {
  if (!(error instanceof Failure) || error.code !== 'invalid') return error
  const { reason } = error.fact
  const said = [[`${before}${messageOf(error.fact)}`]]
  return new Failure('invalid', { reason, said, hints: [] }, { cause: error.cause })
}

const tooLarge = (file: string): Failure =>
  new Failure('invalid', {
    reason: 'FileTooLarge',
    said: [[`${file}: larger than ${maxBytes / 2 ** 20} MiB, the maximum of an API server`]],
    hints: [],
  })
