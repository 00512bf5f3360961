import type { Bin } from '../lib/cli/shell/bins.ts'
import { type CommandDescription, describeAll } from '../lib/cli/shell/command-table.ts'
import { commands } from './commands.ts'

/** What help says about each command. The build evaluates this file: an installed program loads no command for it. */
export const descriptions: Readonly<Record<Bin, readonly CommandDescription[]>> = {
  kubeletcfg: await describeAll(commands.kubeletcfg),
  nodesize: await describeAll(commands.nodesize),
}
