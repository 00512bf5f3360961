import { commandsWithExits, exitsOf } from '../../src/lib/cli/command-exits.ts'
import type { Ran } from './run-process.ts'

/** Whatever a test is about: a command ends as its --help says. */
export function withListedExit([bin, name]: readonly string[], ran: Ran): Ran {
  const command = `${bin} ${name}`
  const isListed = exitsOf(command).some(({ code }) => code === ran.exit)
  if (ran.exit !== null && commandsWithExits.includes(command) && !isListed)
    throw new Error(`${command} ended with ${ran.exit}, which its --help does not list`)
  return ran
}
