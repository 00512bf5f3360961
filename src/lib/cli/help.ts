import { CommandHelp, Help as OclifHelp } from '@oclif/core/help'
import { exitsOf } from './command-exits.ts'

/** `--help` of a command ends with its exit codes, from the same table that sets them. */
class CommandHelpWithExitCodes extends CommandHelp {
  protected override sections(): ReturnType<CommandHelp['sections']> {
    const rows = exitsOf(`${this.config.name} ${this.command.id}`)
    const body = rows.map(({ code, meaning }) => `${String(code).padStart(3)}  ${meaning}`).join('\n')
    return [...super.sections(), { header: 'EXIT CODES', generate: () => body }]
  }
}

export default class Help extends OclifHelp {
  protected override CommandHelpClass = CommandHelpWithExitCodes
}
