import { errnoText } from '../errno.ts'
import { type FactOf, message } from '../message/message.ts'

/** Why a program of this machine did not run to its end. `program`: the words of the command, without its arguments. */
export type ProgramFact =
  | FactOf<typeof ProgramNotRun>
  | FactOf<typeof ProgramTimedOut>
  | FactOf<typeof ProgramOutputTooLarge>

export const ProgramNotRun = message(
  'ProgramNotRun',
  ({ program, errno }: { program: string; errno: string }) =>
    `cannot run '${program}': ${texts[errno] ?? errnoText(errno)}`,
)

export const ProgramTimedOut = message(
  'ProgramTimedOut',
  ({ program, timeoutMs }: { program: string; timeoutMs: number }) =>
    `'${program}' did not end within ${timeoutMs / 1000} s`,
)

export const ProgramOutputTooLarge = message(
  'ProgramOutputTooLarge',
  ({ program, maxBytes }: { program: string; maxBytes: number }) =>
    `'${program}' printed more than ${maxBytes / 2 ** 20} MiB`,
)

/** Texts that differ for programs. */
const texts: Readonly<Record<string, string>> = { ENOENT: 'not found', EACCES: 'not executable' }
