import type { Failure } from '../../message/failure.ts'
import { nearest } from './nearest.ts'
import { hintForOtherWord } from './other-words.ts'
import { usage } from './usage.ts'

interface Known {
  readonly program: string
  /** The name under which the program was called. */
  readonly bin: string
  readonly commands: readonly string[]
}

/** Failure 'usage' for a first word that is no command, with hints to the command that was meant. */
export function unknownCommand(word: string, { program, bin, commands }: Known): Failure {
  const help = `see ${bin} --help`
  if (word.startsWith('-')) {
    const hint = ['-v', '-V'].includes(word) ? `${program} --version prints the version` : 'flags follow the command'
    return usage('UnknownFlag', `unknown flag ${word}`, hint, help)
  }
  const meant = hintForOtherWord(program, word.toLowerCase())
  const hints = meant.length > 0 ? meant : nearest([word], commands)
  return usage('UnknownCommand', `unknown command '${word}'`, ...hints, help)
}
