import { closestMatch } from 'leven'
import { flags } from '../data/flags.ts'
import { parseBool } from '../grammar/bool.ts'
import { quote } from '../quote.ts'
import { isSecret } from '../redact.ts'
import { compareReleases, newest, oldest, type Release } from '../releases.ts'
import type { Flag } from './flag.ts'
import type { Word } from './source.ts'

/** A flag with a value, as it was given. */
export interface Given {
  readonly flag: Flag
  readonly value: string
  readonly from: string
}

export interface ParsedFlags {
  readonly given: readonly Given[]
  /** Why a kubelet would not take the command line; values apart. */
  readonly problems: readonly string[]
}

const byName = new Map(flags.map((flag) => [flag.name, flag]))
const shorthands: Readonly<Record<string, string>> = { v: 'v', h: 'help' }

/**
 * Reads a command line as the kubelet does (spf13/pflag): `--name=value` and `--name value`, underscores for dashes, a
 * boolean alone is true and takes no word after it, `-v4` is `--v=4`.
 */
export function parseFlags(words: readonly Word[]): ParsedFlags {
  const given: Given[] = []
  const problems: string[] = []
  // What follows an unknown flag may be its value, and that a secret.
  let afterUnknown = false
  for (let i = 0; i < words.length; i++) {
    const { text, from } = words[i]!
    if (!/^-./.test(text)) {
      if (!afterUnknown) problems.push(stray(text, given.at(-1)))
      continue
    }
    const { flag, value, problem } = readFlag(text)
    afterUnknown = flag === undefined && problem !== undefined
    if (problem !== undefined) problems.push(problem)
    if (flag === undefined) continue
    const alone = flag.type === 'bool' || flag.type === 'version'
    const next = value === undefined && !alone ? words[++i] : undefined
    if (value === undefined && !alone && next === undefined) problems.push(`--${flag.name} has no value`)
    else given.push({ flag, value: value ?? next?.text ?? 'true', from })
  }
  return { given, problems }
}

/** The kubelet takes no arguments. What follows a secret may be a part of it, and is not shown. */
function stray(text: string, before: Given | undefined): string {
  const name = before?.flag.name
  if (before?.flag.type === 'bool' && parseBool(text) !== undefined)
    return `--${name} ${text} are two things to the kubelet: write --${name}=${text}`
  if (isSecret(before?.flag.field ?? '')) return `--${name} is followed by what is no flag: quote its value`
  return `${quote(text)} is no flag, and the kubelet takes no arguments`
}

/** The last value of a flag; undefined: not given. */
export const valueOfFlag = (words: readonly Word[], name: string): string | undefined =>
  parseFlags(words).given.findLast(({ flag }) => flag.name === name)?.value

interface Read {
  readonly flag?: Flag | undefined
  readonly value?: string | undefined
  readonly problem?: string
}

function readFlag(text: string): Read {
  const [, dashes = '', written = '', equals, value] = /^(--?)([^=]*)(=)?([\s\S]*)$/.exec(text) ?? []
  if (text === '--') return {}
  if (dashes === '-') return readShorthand(text)
  const name = written.replaceAll('_', '-')
  const flag = byName.get(name)
  return flag === undefined ? { problem: unknown(name) } : { flag, value: equals && value }
}

function readShorthand(text: string): Read {
  const name = shorthands[text[1]!]
  const long = /^-([a-z][\w-]+)/.exec(text)?.[1]?.replaceAll('_', '-')
  if (name === undefined || (long !== undefined && byName.has(long)))
    return {
      problem: `${quote(text.replace(/=.*/s, ''))} is no flag${long !== undefined && byName.has(long) ? `: write --${long}` : ''}`,
    }
  const value = text.slice(2).replace(/^=/, '')
  return { flag: byName.get(name), value: text.length > 2 ? value : undefined }
}

/** Names are short, and half of a long one is often right: a quarter of the letters may be wrong. */
function unknown(name: string): string {
  const best = closestMatch(name, [...byName.keys()], { maxDistance: Math.max(1, Math.floor(name.length / 4)) })
  return `--${quote(name).slice(1, -1)} is no flag of any kubelet from ${oldest} to ${newest}${best === undefined ? '' : `: did you mean --${best}?`}`
}

/** When a release has no such flag: since or until when it has been one. */
export function whyNot(release: Release, { since = oldest, until = newest }: Flag): string | undefined {
  if (compareReleases(release, since) < 0) return `a flag since ${since}`
  return compareReleases(release, until) > 0 ? `no flag any more after ${until}` : undefined
}
