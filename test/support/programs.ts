import type { Bin } from '../../src/lib/cli/shell/bins.ts'
import type { Start } from '../../src/lib/cli/shell/program.ts'
import { ProgramConfig } from '../../src/lib/cli/shell/program-config.ts'
import { programs } from '../../src/programs/main.ts'

/** Started from nowhere, so that no program can start another. */
export const noStart: Start = { path: '', programs: {} }

/** oclif's configuration of a program, with the descriptions of all commands. */
export const configOf = async (bin: Bin): Promise<ProgramConfig> =>
  new ProgramConfig(programs[bin], noStart, await programs[bin].describe())
