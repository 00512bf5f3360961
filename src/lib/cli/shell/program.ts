import type { Interfaces } from '@oclif/core'
import type { CommandLine } from '../usage/usage-error.ts'

/** With the name that it was called by, such as `kubectl nodesize`. */
export interface Program extends CommandLine {
  readonly bin: string
}

export const programOf = ({ name, bin, commands }: Interfaces.Config, [first]: readonly string[]): Program => ({
  name,
  bin,
  commands,
  first,
})
