/**
 * Rewrite a command line for oclif. kubectl's `help`, `help push`, `options` and `version` become flags, and flags before the command
 * (`kubectl nodesize -n other get`) move behind it. The first word of a command of two words is a topic.
 */
export async function arrange(argv: readonly string[], topics: object): Promise<readonly string[]> {
  const [first, ...rest] = argv
  if (first === 'help') return [...(await arrange(rest, topics)), '--help']
  if (first === 'options') return ['--help', 'options']
  if (first === 'version') return ['--version', ...rest]
  return first?.startsWith('-') && rest.length > 0 ? await commandFirst(argv, topics) : argv
}

async function commandFirst(argv: readonly string[], topics: object): Promise<readonly string[]> {
  const { ClusterCommand } = await import('./cluster-command.ts')
  const at = commandIn(argv, ClusterCommand.baseFlags)
  if (at === undefined) return argv
  const end = at + (Object.hasOwn(topics, argv[at]!) ? 2 : 1)
  return [...argv.slice(at, end), ...argv.slice(0, at), ...argv.slice(end)]
}

type KnownFlags = Readonly<Record<string, { readonly type: 'boolean' | 'option'; readonly char?: string | undefined }>>

/** The index of the command after connection flags; undefined: there is no command, or there are other flags before it. */
function commandIn(argv: readonly string[], flags: KnownFlags): number | undefined {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!
    if (!word.startsWith('-')) return at
    const [, long, short, attached] = /^(?:--([^=]+)|-([^-]))(.*)$/s.exec(word) ?? []
    const flag = Object.entries(flags).find(
      ([name, { char }]) => name === long || (short !== undefined && char === short),
    )
    if (flag === undefined) return undefined
    if (flag[1].type === 'option' && attached === '') at++
  }
  return undefined
}
