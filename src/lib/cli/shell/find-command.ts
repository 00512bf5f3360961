/** A command and the words behind its name. */
export interface FoundCommand {
  /** As it is typed: one word, or a topic and a word such as `agent install`. */
  readonly id: string
  readonly words: readonly string[]
}

/** The command that a line begins with; undefined: none of these. */
export function findCommand(argv: readonly string[], ids: Iterable<string>): FoundCommand | undefined {
  const known = new Set(ids)
  for (const length of [2, 1]) {
    const id = argv.slice(0, length).join(' ')
    if (argv.length >= length && known.has(id)) return { id, words: argv.slice(length) }
  }
  return undefined
}
