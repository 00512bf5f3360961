import Help from './help.ts'
import type { Program, Start } from './program.ts'
import { ProgramConfig } from './program-config.ts'

/** Print the help of a command, or of the program. Throws Failure 'usage' for a command that does not exist. */
export async function showHelp(program: Program, start: Start, argv: readonly string[]): Promise<void> {
  const [first] = argv.filter((word) => word !== '--help' && word !== '-h')
  const config = new ProgramConfig(program, start, await program.describe())
  if (first !== undefined && !config.commandIDs.includes(first)) {
    const { unknownCommand } = await import('../usage/unknown-command.ts')
    throw unknownCommand(first, { program: config.name, bin: config.bin, commands: config.commandIDs })
  }
  await new Help(config).showHelp(first === undefined ? [] : [first])
}
