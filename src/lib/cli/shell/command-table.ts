import type { Command } from '@oclif/core/command'
import type { Config } from '@oclif/core/config'

type Described = 'summary' | 'description' | 'examples' | 'usage' | 'strict' | 'hidden' | 'args' | 'flags' | 'baseFlags'

interface CommandClass extends Pick<typeof Command, Described> {
  id: string
  new (argv: string[], config: Config): { execute(): Promise<unknown> }
}

/** How to load each command of a program, by the name that is typed, which can be two words: `agent install`. */
export type CommandTable = Readonly<Record<string, () => Promise<{ readonly default: CommandClass }>>>

/** What help and completion say about a command: plain data, so that a build can store it. */
export type CommandDescription = Command.Cached

/** Describe all commands of a program. This loads them. */
export const describeAll = (commands: CommandTable): Promise<CommandDescription[]> =>
  Promise.all(Object.entries(commands).map(async ([id, load]) => describe(id, (await load()).default)))

async function describe(id: string, command: CommandClass): Promise<CommandDescription> {
  const { summary, description, examples, usage, strict, hidden = false, args } = command
  const flags = Object.entries({ ...command.baseFlags, ...command.flags })
  return plain({
    id,
    summary,
    description,
    examples,
    usage,
    strict,
    hidden,
    aliases: [],
    hiddenAliases: [],
    args: Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, { ...arg, name }])),
    flags: Object.fromEntries(
      await Promise.all(flags.map(async ([name, flag]) => [name, { ...flag, name, ...(await defaultOf(flag)) }])),
    ),
  })
}

/** Some flags describe their default in words. */
async function defaultOf(flag: object): Promise<{ default?: unknown }> {
  const { defaultHelp } = flag as { defaultHelp?: unknown }
  return typeof defaultHelp === 'function' ? { default: await defaultHelp({ flags: {}, options: flag }) } : {}
}

/** Without functions: oclif's parsers. */
const plain = (description: object): CommandDescription => JSON.parse(JSON.stringify(description))
