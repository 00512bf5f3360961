import { exitsOf } from '../../src/lib/cli/shell/command-exits.ts'
import { exitTable } from '../../src/lib/cli/shell/exit-codes.ts'
import type { Ran } from './run-process.ts'

const all = Object.keys(exitTable).length

/** Whatever a test is about: a command ends as its --help says. One that lists all codes may run commands of others. */
export function withListedExit([bin, name]: readonly string[], ran: Ran): Ran {
  const command = `${bin} ${name}`
  const exits = exitsOf(command)
  if (ran.exit !== null && exits.length < all && !exits.some(({ code }) => code === ran.exit))
    throw new Error(`${command} ended with ${ran.exit}, which its --help does not list`)
  return ran
}
