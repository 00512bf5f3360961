import type { Program, Start } from './program.ts'
import { ProgramConfig } from './program-config.ts'

/** Run a command whose name is the first word. Throws what it throws. */
export async function runCommand(program: Program, start: Start, argv: readonly string[]): Promise<void> {
  const [id = '', ...words] = argv
  const { default: Command } = await program.commands[id]!()
  Command.id = id
  await new Command(words, new ProgramConfig(program, start)).execute()
}
