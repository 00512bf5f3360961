import { Help as OclifHelp } from '@oclif/core/help'
import { type Bin, bins } from './bins.ts'
import { fillIn, flagsOf, inColumns, labelOf, OwnCommandHelp, sharedGroups, textOf } from './command-help.ts'
import { exitTable } from './exit-codes.ts'
import type { ProgramConfig } from './program-config.ts'

/** Without a terminal, lines are as long as in a wide one. */
const usualWidth = 120

/** oclif's help for the program and its topics, and our own for a command. */
export default class Help extends OclifHelp {
  constructor(config: ProgramConfig) {
    super(config, process.stdout.isTTY ? {} : { maxWidth: usualWidth })
  }

  override render = (text: string): string => fillIn(text, this.config)
  protected override CommandHelpClass = OwnCommandHelp

  override formatRoot(): string {
    const { bin, pjson, userAgent } = this.config
    const usage = this.section('USAGE', `${bin} [COMMAND]`)
    const options = `Use "${bin} options" for flags of all commands, and the exit codes.`
    return [pjson['description'], this.section('VERSION', userAgent), usage, options].join('\n\n')
  }

  /** What is the same for all commands: their flags, by group, and the exit codes. */
  showOptions(): void {
    const flags = new Map(this.config.commands.flatMap(({ flags }) => flagsOf(flags)).map((flag) => [flag.name, flag]))
    const groups = sharedGroups.map((group) => {
      const own = [...flags.values()].filter(({ helpGroup }) => helpGroup === group)
      return this.#list(
        `${group.toUpperCase()} FLAGS`,
        own.map((flag) => [labelOf(flag), textOf(flag)]),
      )
    })
    const codes = Object.values(exitTable).map(({ code, meaning }): [string, string] => [
      `${code}`.padStart(3),
      meaning,
    ])
    this.log([...groups, this.#list('EXIT CODES', codes), ''].join('\n\n'))
  }

  #list(header: string, rows: readonly (readonly [string, string])[]): string {
    return this.section(
      header,
      inColumns(rows, (text, spacing) => this.wrap(text, spacing + this.indentSpacing)),
    )
  }

  /** The commands of a topic, such as those that begin with `agent`. */
  showTopic(topic: string): void {
    const { bin, name } = this.config
    const commands = this.sortedCommands.filter(({ id }) => id.startsWith(`${topic} `))
    const usage = this.section('USAGE', `${bin} ${topic} COMMAND`)
    this.log([bins[name as Bin].topics[topic], usage, this.formatCommands(commands), ''].join('\n\n'))
  }
}
