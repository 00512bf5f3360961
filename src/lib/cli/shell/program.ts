import type { Bin } from './bins.ts'
import type { CommandDescription, CommandTable } from './command-table.ts'

/** One of the programs of the package. */
export interface Program {
  readonly name: Bin
  readonly commands: CommandTable
  /** Describes the commands without loading them, where a build has stored the descriptions. */
  readonly describe: () => Promise<readonly CommandDescription[]>
}

/** How a program was started. */
export interface Start {
  /** The file that was started. Its name can be that of a kubectl plugin. */
  readonly path: string
  /** Starts programs of the package again: the words before the arguments, by the names under `bin` in package.json. */
  readonly programs: Readonly<Record<string, readonly string[]>>
}

/** What messages need to know of a program. */
export interface CalledProgram {
  readonly name: string
  /** The name under which it was called, such as `kubectl nodesize`. */
  readonly bin: string
  /** The command, or else the first word of the command line. */
  readonly command: string | undefined
}
