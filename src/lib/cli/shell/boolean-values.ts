import { usage } from '../usage/usage.ts'

type KnownFlags = Readonly<Record<string, KnownFlag>>

interface KnownFlag {
  readonly type: 'boolean' | 'option'
  readonly char?: string | undefined
  readonly allowNo?: boolean | undefined
}

const values: Readonly<Record<string, boolean>> = {
  ...{ '1': true, t: true, T: true, true: true, TRUE: true, True: true },
  ...{ '0': false, f: false, F: false, false: false, FALSE: false, False: false },
}

/**
 * Rewrite `--wait=false`, kubectl's form of a boolean flag, for oclif, which would take the value for an argument. The last
 * one counts. Throws Failure 'usage' for a value that is not a boolean.
 */
export function rewriteBooleans(argv: readonly string[], flags: KnownFlags): string[] {
  const words: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!
    if (word === '--') return [...words, ...argv.slice(at)]
    const [, typed = word, value] = /^(--[^=]+|-[^-])=(.*)$/s.exec(word) ?? []
    const [name, flag] = flagOf(typed, flags) ?? []
    if (flag?.type === 'option' && value === undefined) words.push(word, ...argv.slice(++at, at + 1))
    else if (name === undefined || flag?.type !== 'boolean' || value === undefined) words.push(word)
    else if (isTrue(name, value)) words.push(`--${name}`)
    else if (flag.allowNo === true) words.push(`--no-${name}`)
    else words.splice(0, words.length, ...words.filter((one) => one !== `--${name}` && one !== `-${flag.char}`))
  }
  return words
}

const flagOf = (typed: string, flags: KnownFlags): [string, KnownFlag] | undefined =>
  Object.entries(flags).find(([name, { char }]) => typed === `--${name}` || typed === `-${char}`)

function isTrue(name: string, value: string): boolean {
  const given = Object.hasOwn(values, value) ? values[value] : undefined
  if (given !== undefined) return given
  throw usage('InvalidBoolean', `--${name}: '${value}' is not one of true, false`)
}
