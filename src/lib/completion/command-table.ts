/**
 * The commands of a program, as far as completion needs them. The commands of oclif's Config have this shape, and so has
 * any table that is made from them.
 */
export interface CommandTable {
  readonly commands: readonly TableCommand[]
  /** What the first words of commands of two words are about. */
  readonly topics: Readonly<Record<string, string>>
}

export interface TableCommand {
  /** As it is typed: one word, or a topic and a word. */
  readonly id: string
  readonly summary?: string | undefined
  readonly flags: Readonly<Record<string, TableFlag>>
  /** In the order in which they are typed. */
  readonly args: Readonly<Record<string, TableArg>>
}

export interface TableFlag {
  readonly name: string
  readonly char?: string | undefined
  readonly type: 'boolean' | 'option'
  readonly summary?: string | undefined
  readonly required?: boolean | undefined
  /** Connection and global flags may stand before the command. */
  readonly helpGroup?: string | undefined
  /** The only values. */
  readonly options?: readonly string[] | undefined
  readonly default?: unknown
  /** Several values in one word are separated by it. */
  readonly delimiter?: ',' | undefined
  readonly multiple?: boolean | undefined
  /** `--no-NAME` exists. */
  readonly allowNo?: boolean | undefined
  readonly exclusive?: readonly unknown[] | undefined
}

export interface TableArg {
  readonly name: string
  readonly multiple?: boolean | undefined
  readonly options?: readonly string[] | undefined
}

/** The flags that may stand before the command. */
export const leadingFlags = ({ commands }: CommandTable): TableCommand['flags'] =>
  Object.fromEntries(
    commands
      .flatMap(({ flags }) => Object.values(flags))
      .filter(({ helpGroup }) => helpGroup === 'connection' || helpGroup === 'global')
      .map((flag) => [flag.name, flag]),
  )
