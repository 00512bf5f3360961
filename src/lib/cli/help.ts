import { CommandHelp, Help as OclifHelp } from '@oclif/core/help'
import { exitTable } from './exit.ts'

/** `--help` of a command ends with the exit codes, from the same table that sets them. */
class CommandHelpWithExitCodes extends CommandHelp {
  protected override sections(): ReturnType<CommandHelp['sections']> {
    const rows = Object.values(exitTable).toSorted((a, b) => a.code - b.code)
    const body = rows.map(({ code, meaning }) => `${String(code).padStart(3)}  ${meaning}`).join('\n')
    return [...super.sections(), { header: 'EXIT CODES', generate: () => body }]
  }
}

export default class Help extends OclifHelp {
  protected override CommandHelpClass = CommandHelpWithExitCodes
}
