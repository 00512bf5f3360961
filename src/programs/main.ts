import type { Bin } from '../lib/cli/shell/bins.ts'
import type { Program, Start } from '../lib/cli/shell/program.ts'
import { run } from '../lib/cli/shell/run.ts'
import { commands } from './commands.ts'

const programOf = (name: Bin): Program => ({
  name,
  commands: commands[name],
  describe: async () => (await import('./descriptions.ts')).descriptions[name],
})

export const programs: Readonly<Record<Bin, Program>> = {
  kubeletcfg: programOf('kubeletcfg'),
  nodesize: programOf('nodesize'),
}

/** Run the command line of this process to its end. */
export const main = (bin: Bin, start: Start): Promise<void> => run(programs[bin], start, process.argv.slice(2))
