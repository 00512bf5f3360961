import type { Interfaces } from '@oclif/core'
import type { Command } from '@oclif/core/command'
import { CommandHelp, Help as OclifHelp } from '@oclif/core/help'
import { breakCommand } from '../terminal/break-command.ts'
import { type Bin, bins } from './bins.ts'
import { exitsOf } from './command-exits.ts'

/** The only templates in our texts and in oclif's usage lines. oclif would compile a function for each text. */
const fillIn = (text: string, { bin, name }: Interfaces.Config, command = ''): string =>
  text
    .replaceAll('<%= config.bin %>', bin)
    .replaceAll('<%= config.name %>', name)
    .replaceAll('<%= command.id %>', command)

/** oclif's help, with examples that can be pasted as they are, and with the exit codes at the end. */
class HelpWithExitCodes extends CommandHelp {
  override render = (text: string): string => fillIn(text, this.config, this.command.id)

  protected override examples(examples: Command.Example[] | string | undefined): string {
    return [examples ?? []]
      .flat()
      .map((example) => this.#example(example))
      .join('\n\n')
  }

  #example(example: Command.Example): string {
    if (typeof example === 'string') return this.#command(example, this.indentSpacing)
    const command = this.#command(example.command, this.indentSpacing * 2)
    return `${this.wrap(example.description)}\n\n${this.indent(command)}`
  }

  #command(command: string, indentation: number): string {
    return breakCommand(`$ ${this.render(command)}`, this.opts.maxWidth - indentation).join('\n')
  }

  protected override sections(): ReturnType<CommandHelp['sections']> {
    const rows = exitsOf(`${this.config.name} ${this.command.id}`)
    const body = rows.map(({ code, meaning }) => `${String(code).padStart(3)}  ${meaning}`).join('\n')
    return [...super.sections(), { header: 'EXIT CODES', generate: () => body }]
  }
}

export default class Help extends OclifHelp {
  override render = (text: string): string => fillIn(text, this.config)
  protected override CommandHelpClass = HelpWithExitCodes

  override formatRoot(): string {
    const { bin, pjson, userAgent } = this.config
    const usage = this.section('USAGE', `$ ${bin} [COMMAND]`)
    return [pjson['description'], this.section('VERSION', userAgent), usage].join('\n\n')
  }

  /** The commands of a topic, such as those that begin with `agent`. */
  showTopic(topic: string): void {
    const { bin, name } = this.config
    const commands = this.sortedCommands.filter(({ id }) => id.startsWith(`${topic} `))
    const usage = this.section('USAGE', `$ ${bin} ${topic} COMMAND`)
    this.log([bins[name as Bin].topics[topic], usage, this.formatCommands(commands), ''].join('\n\n'))
  }
}
