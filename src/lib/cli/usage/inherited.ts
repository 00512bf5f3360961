import { usage } from './usage.ts'

/** Throws Failure 'usage' for --constructor and the like: oclif looks flags up in objects that inherit such names. */
export function refuseInherited(argv: readonly string[], help: string): void {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  const names = words.flatMap((word) => /^--([^=]+)/.exec(word)?.[1] ?? [])
  const inherited = names.find((name) => name in Object.prototype)
  if (inherited !== undefined) throw usage('UnknownFlag', `unknown flag --${inherited}`, `see ${help}`)
}
