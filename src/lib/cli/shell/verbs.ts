/** A command line in which `help`, `help push` and `version`, as kubectl has them, are the flags that they stand for. */
export function withoutVerbs(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv
  if (first === 'help') return [...withoutVerbs(rest), '--help']
  return first === 'version' ? ['--version', ...rest] : argv
}
