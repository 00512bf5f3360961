import type { FoundCommand } from './find-command.ts'
import type { Program, Start } from './program.ts'
import { ProgramConfig } from './program-config.ts'

/** Run a command of the program. Throws what it throws. */
export async function runCommand(program: Program, start: Start, { id, words }: FoundCommand): Promise<void> {
  const { default: Command } = await program.commands[id]!()
  Command.id = id
  await new Command([...words], new ProgramConfig(program, start)).execute()
}
