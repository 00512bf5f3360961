import { errnoText } from '../errno.ts'
import type { ProgramFact } from '../host/program-fact.ts'
import type { Vocabulary } from './phrase.ts'

export const programWords: Vocabulary<ProgramFact> = {
  ProgramNotRun: ({ program, errno }) => `cannot run '${program}': ${texts[errno] ?? errnoText(errno)}`,
  ProgramTimedOut: ({ program, timeoutMs }) => `'${program}' did not end within ${timeoutMs / 1000} s`,
  ProgramOutputTooLarge: ({ program, maxBytes }) => `'${program}' printed more than ${maxBytes / 2 ** 20} MiB`,
}

/** Texts that differ for programs. */
const texts: Readonly<Record<string, string>> = { ENOENT: 'not found', EACCES: 'not executable' }
