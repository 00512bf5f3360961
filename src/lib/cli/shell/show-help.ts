import { findCommand } from './find-command.ts'
import Help from './help.ts'
import type { Program, Start } from './program.ts'
import { ProgramConfig } from './program-config.ts'

/**
 * Print the help of a command, of a topic, or of the program. Throws Failure 'usage' for a command that does not exist.
 */
export async function showHelp(program: Program, start: Start, argv: readonly string[]): Promise<void> {
  const words = argv.filter((word) => word !== '--help' && word !== '-h')
  const config = new ProgramConfig(program, start, await program.describe())
  const help = new Help(config)
  const [first, second] = words
  if (first === undefined) return help.showHelp([])
  if (first === 'options') return help.showOptions()
  const command = findCommand(words, config.commandIDs)
  if (command !== undefined) return help.showHelp([command.id])
  const isTopic = config.commandIDs.some((id) => id.startsWith(`${first} `))
  if (isTopic && second === undefined) return help.showTopic(first)
  const { unknownCommand } = await import('../usage/unknown-command.ts')
  const unknown = !isTopic ? first : second!.startsWith('-') ? second! : `${first} ${second}`
  throw unknownCommand(unknown, { program: config.name, bin: config.bin, commands: config.commandIDs })
}
