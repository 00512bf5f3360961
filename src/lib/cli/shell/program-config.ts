import type { Command } from '@oclif/core/command'
import { Config } from '@oclif/core/config'
import { bins, calledAs, userAgent } from './bins.ts'
import { version } from './build.ts'
import type { CommandDescription } from './command-table.ts'
import type { Program, Start } from './program.ts'

/**
 * oclif's configuration of one program, created without reading files: the commands are in a table, and there are no
 * plugins, hooks and themes, and no topics for oclif: the name of a command can be two words. Call it instead of Config.load.
 */
export class ProgramConfig extends Config {
  readonly start: Start
  readonly #commands: ReadonlyMap<string, Command.Loadable>

  /** `descriptions` are those of all commands. Only help needs them. */
  constructor(program: Program, start: Start, descriptions: readonly CommandDescription[] = []) {
    const { name, commands } = program
    const { description } = bins[name]
    const bin = calledAs(name, start.path)
    const pjson = { name, version, description, oclif: { bin } }
    super({ root: '/', name, pjson, version })
    const known = { name, bin, pjson, version, root: '/', topicSeparator: ' ', userAgent: userAgent(name) }
    Object.assign(this, known)
    this.start = start
    const loadable = (each: CommandDescription) => ({
      ...each,
      load: async () => (await commands[each.id]!()).default as unknown as Command.Class,
    })
    this.#commands = new Map(descriptions.map((each) => [each.id, loadable(each)]))
  }

  override get commands(): Command.Loadable[] {
    return [...this.#commands.values()]
  }

  override get commandIDs(): string[] {
    return [...this.#commands.keys()]
  }

  override findCommand(id: string): Command.Loadable {
    return this.#commands.get(id)!
  }

  override get topics(): [] {
    return []
  }

  override async runHook(): Promise<{ successes: []; failures: [] }> {
    return { successes: [], failures: [] }
  }
}
