import type { Interfaces } from '@oclif/core'
import type { Command } from '@oclif/core/command'
import { CommandHelp } from '@oclif/core/help'
import { breakCommand } from '../terminal/break-command.ts'
import { exitsOf } from './command-exits.ts'

/** The only templates in our texts. oclif would compile a function for each text. */
export const fillIn = (text: string, { bin, name }: Interfaces.Config, command = ''): string =>
  text
    .replaceAll('<%= config.bin %>', bin)
    .replaceAll('<%= config.name %>', name)
    .replaceAll('<%= command.id %>', command)

/** Flags of these groups are the same for all commands: the command `options` lists them. */
export const sharedGroups = ['connection', 'global'] as const

/** What help needs of a flag, whatever its type. */
interface Flag {
  readonly name: string
  readonly type: 'boolean' | 'option'
  readonly char?: string
  readonly allowNo?: boolean
  readonly summary?: string
  readonly description?: string
  readonly helpGroup?: string
  readonly helpValue?: string | string[]
  readonly options?: readonly string[]
  readonly default?: unknown
  readonly multiple?: boolean
  readonly required?: boolean
}

/** Where texts of flags begin, unless a flag is longer. */
const longestLabel = 28
/** More of them are in the text of the flag. */
const longestValues = 14

/**
 * Help as kubectl prints it: what the command does, its own flags, examples that can be pasted. What is the same for all
 * commands is said once, by `options`.
 */
export class OwnCommandHelp extends CommandHelp {
  override render = (text: string): string => fillIn(text, this.config, this.command.id)

  override generate(): string {
    const { summary = '', description = '', args = {}, examples = [] } = this.command
    const flags = flagsOf(this.command.flags)
    const shown = flags.filter(
      ({ helpGroup }) => !(sharedGroups as readonly (string | undefined)[]).includes(helpGroup),
    )
    const sections = [
      this.#usage(flags),
      this.#rows(
        'ARGUMENTS',
        Object.values(args).map((arg) => [placeholder(arg), arg.description ?? '']),
      ),
      this.#rows(
        'FLAGS',
        shown.map((flag) => [labelOf(flag), textOf(flag)]),
      ),
      this.#examples([examples].flat()),
    ]
    // Command help follows the summary, which oclif prints.
    const body = description === '' || description === summary ? [] : [this.wrap(this.render(description), 0)]
    return [...body, ...sections.filter((section) => section !== ''), this.#footer(shown.length < flags.length)].join(
      '\n\n',
    )
  }

  #usage(flags: readonly Flag[]): string {
    const required = flags
      .filter((flag) => flag.required === true)
      .map((flag) => (flag.char === undefined ? labelOf(flag).trim() : `-${flag.char} ${valuePart(flag)}`))
    const words = [
      this.config.bin,
      this.command.id,
      ...Object.values(this.command.args ?? {}).map(placeholder),
      ...required,
    ]
    return `Usage: ${this.render([...words, '[flags]'].join(' '))}`
  }

  #rows(header: string, rows: readonly Row[]): string {
    const wrap = (text: string, spacing: number): string => this.wrap(this.render(text), spacing + this.indentSpacing)
    return rows.length === 0 ? '' : this.section(header, inColumns(rows, wrap))
  }

  #examples(examples: readonly Command.Example[]): string {
    const texts = examples.flatMap((example) =>
      typeof example === 'string'
        ? this.#command(example)
        : [`# ${this.render(example.description).replace(/:$/, '')}`, ...this.#command(example.command)],
    )
    return texts.length === 0 ? '' : this.section('EXAMPLES', texts.join('\n'))
  }

  #command(command: string): readonly string[] {
    return breakCommand(this.render(command), this.opts.maxWidth - this.indentSpacing)
  }

  #footer(hasShared: boolean): string {
    const { bin, name } = this.config
    const codes = ranges(exitsOf(`${name} ${this.command.id}`).map(({ code }) => code))
    const flags = hasShared ? 'flags of all commands, and the ' : ''
    return this.wrap(`Use "${bin} options" for ${flags}exit codes (here ${codes}).`, 0)
  }
}

type Row = readonly [label: string, text: string]

/** Labels, and beside them their texts; a long label has a line of its own. */
export function inColumns(rows: readonly Row[], wrap: (text: string, spacing: number) => string): string {
  const column = Math.min(Math.max(...rows.map(([label]) => label.length)), longestLabel) + 2
  const lines = rows.map(([label, text]) => {
    const [first = '', ...others] = wrap(text, column).split('\n')
    const head = label.length < column ? [`${label.padEnd(column)}${first}`] : [label, ' '.repeat(column) + first]
    return [...head, ...others.map((line) => ' '.repeat(column) + line)].join('\n').trimEnd()
  })
  return lines.join('\n')
}

/** `0, 2-9, 70`. */
const ranges = (codes: readonly number[]): string =>
  codes
    .filter((code) => !codes.includes(code - 1) || !codes.includes(code + 1))
    .map((code) => `${code}${codes.includes(code + 1) ? (codes.includes(code + 2) ? '-' : ', ') : ', '}`)
    .join('')
    .replace(/, $/, '')

/** In the order of their names, without those that are not shown. */
export const flagsOf = (flags: Readonly<Record<string, Command.Flag.Cached>>): readonly Flag[] =>
  Object.entries(flags)
    .filter(([, flag]) => flag.hidden !== true)
    .map(([name, flag]) => ({ ...(flag as Omit<Flag, 'name'>), name }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

const placeholder = (arg: Command.Arg.Any): string => {
  const name = `${arg.name.toUpperCase()}${arg.multiple === true ? '...' : ''}`
  return arg.required === true ? name : `[${name}]`
}

/** `-f, --filename=FILE...`, and the few values of an option. */
export function labelOf(flag: Flag): string {
  const name = `${flag.char === undefined ? '    ' : `-${flag.char}, `}--${flag.type === 'boolean' && flag.allowNo === true ? '[no-]' : ''}${flag.name}`
  if (flag.type === 'boolean') return name
  const value = valuePart(flag) ?? 'VALUE'
  return `${name}=${value}${flag.multiple === true && !value.endsWith('...') ? '...' : ''}`
}

function valuePart({ helpValue, options }: Flag): string | undefined {
  if (helpValue !== undefined) return [helpValue].flat()[0]
  const values = options?.join('|')
  return values !== undefined && values.length <= longestValues ? values : undefined
}

/** The summary, with the default at its end, and with the values unless the summary explains each. */
export function textOf(flag: Flag): string {
  // The dots behind a value say so, too.
  const summary = (flag.summary ?? flag.description ?? '').replace(/; may be repeated(?: or comma-separated)?\.$/, '.')
  if (flag.type === 'boolean') return summary
  const listed = valuePart(flag) === undefined ? flag.options : undefined
  const isExplained = listed?.every((one) => one === flag.default || summary.includes(`${one}: `)) === true
  const values = listed === undefined || isExplained ? [] : [`one of ${listed.join(', ')}`]
  const hasDefault = flag.default !== undefined && `${flag.default}` !== ''
  const usual = hasDefault ? [`default ${flag.default}`] : []
  const required = flag.required === true ? ['required'] : []
  const remarks = [...required, ...values, ...usual]
  return remarks.length === 0 ? summary : `${summary} (${remarks.join('; ')})`
}
