import { readBytes } from '../../machine/read-bytes.ts'
import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { InputNotRead, InputTooLarge } from '../../offline/read/file-messages.ts'
import { type InputFile, reasonNotRead } from '../../offline/read/inputs.ts'
import { maxBytes } from '../../yaml/read/limits.ts'
import { usage } from '../usage/usage.ts'

export interface Input {
  /** As it appears in messages: the path, or <stdin>. */
  readonly file: string
  readonly bytes: Uint8Array
}

/** The name of a path in messages. Throws Failure 'usage' for an empty path: usually an unset variable in a script. */
export function inputName(path: string): string {
  if (path === '') throw usage('EmptyValue', 'the name of the file is empty', 'set a name, or omit the argument')
  return path === '-' ? '<stdin>' : path
}

/** Read a file, or stdin for `-`. Throws Failure 'invalid' when it cannot be read, or is larger than a document may be. */
export const readInput = (path: string, signal: AbortSignal): Promise<Input> =>
  contentsOf({ file: inputName(path), read: () => readBytes(path, { signal, maxBytes }) })

/** The same for a file that was found before. */
export async function contentsOf({ file, read }: InputFile): Promise<Input> {
  const subject = fileSubject(file)
  const bytes = await read().catch((error: unknown) => {
    const because = reasonNotRead(error)
    throw new Failure('invalid', InputNotRead({ subject, because }), { cause: error })
  })
  if (bytes.length > maxBytes) throw new Failure('invalid', InputTooLarge({ subject }))
  return { file, bytes }
}
