/** The flags and arguments of a command, by name. */
export interface Syntax {
  readonly flags: Readonly<Record<string, unknown>>
  readonly args: Readonly<Record<string, unknown>>
}

/** Flags of some commands that are an argument in others, as they are typed. */
const asArgument: Readonly<Record<string, string>> = {
  '-f': 'file',
  '--filename': 'file',
  '--file': 'file',
  '--node': 'node',
}

const recursive = ['-R', '--recursive']

/** Hints when a flag was given for what is an argument of this command; undefined: that is not the fault. */
export function hintsForFlags(unknown: readonly string[], { args }: Syntax): readonly string[] | undefined {
  for (const flag of unknown) {
    const typed = flag.split('=')[0]!
    if (recursive.includes(typed) && 'file' in args) return [`folders are always read recursively: omit ${typed}`]
    const name = asArgument[typed]
    if (name !== undefined && name in args) return [`give ${name.toUpperCase()} as an argument, without ${typed}`]
  }
  return undefined
}

/** Hints for unexpected arguments: they may belong to a flag, or there are too many of them. */
export function hintsForArguments(words: readonly string[], { flags, args }: Syntax): readonly string[] {
  const names = Object.keys(args).map((name) => name.toUpperCase())
  if (names.length > 0) return [`give only ${names.join(' and ')}`]
  if ('filename' in flags) return [`give the file with -f: -f ${words[0]}`]
  return 'node' in flags ? [`give the node with --node: --node ${words[0]}`] : []
}
