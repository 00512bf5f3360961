import { parseBool } from '../grammar/bool.ts'
import { closest } from '../model/closest.ts'
import { quote } from '../model/quote.ts'
import { isSecret } from '../model/redact.ts'
import { compareReleases, newest, oldest, type Release } from '../model/releases.ts'
import type { Flag } from './data/flag.ts'
import { flags } from './data/flags.ts'
import {
  type FlagAbsence,
  FlagAddedLater,
  type FlagProblem,
  FlagRemoved,
  FlagValueMissing,
  flagSubject,
  NotAFlag,
  SeparateBoolean,
  UnexpectedWord,
  UnknownFlag,
  WordAfterFlag,
  type WordPlace,
} from './flag-messages.ts'
import type { Word } from './source.ts'

/** A flag with its value, as given. */
export interface Given extends WordPlace {
  readonly flag: Flag
  readonly value: string
}

export interface ParsedFlags {
  readonly given: readonly Given[]
  /** Why a kubelet would not accept the command line, apart from values. */
  readonly problems: readonly FlagProblem[]
}

const byName = new Map(flags.map((flag) => [flag.name, flag]))
const isFlag = (text: string): boolean => /^-./.test(text)
const shorthands: Readonly<Record<string, string>> = { v: 'v', h: 'help' }

/**
 * Parses a command line as the kubelet does (spf13/pflag): `--name=value` and `--name value`, underscores for dashes, a
 * boolean alone is true and does not use the next word, `-v4` is `--v=4`. The word after an unknown flag counts as its
 * value, unless it is a flag.
 */
export function parseFlags(words: readonly Word[]): ParsedFlags {
  const given: Given[] = []
  const problems: FlagProblem[] = []
  // The next word may be a value, and therefore a secret.
  let afterInvalidFlag = false
  for (let i = 0; i < words.length; i++) {
    const { text, ...place } = words[i]!
    if (!isFlag(text)) {
      if (!afterInvalidFlag) problems.push(unexpectedWord(text, given.at(-1), place))
      continue
    }
    const { flag, value, problem } = readFlag(text)
    afterInvalidFlag = problem !== undefined
    if (problem !== undefined) problems.push(NotAFlag({ ...problem, place }))
    if (flag === undefined) continue
    const alone = flag.type === 'bool' || flag.type === 'version' || standsAlone(flag, words[i + 1])
    const next = value === undefined && !alone ? words[++i] : undefined
    if (value === undefined && !alone && next === undefined)
      problems.push(FlagValueMissing({ subject: flagSubject(flag.name), place }))
    else given.push({ flag, value: value ?? next?.text ?? 'true', ...place })
  }
  return { given, problems: distinct(problems) }
}

/** Each word of a value that was split is the same problem. */
const distinct = (problems: readonly FlagProblem[]): readonly FlagProblem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
]

const standsAlone = ({ type }: Flag, next: Word | undefined): boolean =>
  type === 'unknown' && (next === undefined || isFlag(next.text))

/** The kubelet accepts no arguments. A word after a secret may be part of it, and is not shown. */
function unexpectedWord(text: string, before: Given | undefined, place: WordPlace): FlagProblem {
  const subject = flagSubject(before?.flag.name ?? '')
  if (before?.flag.type === 'bool' && parseBool(text) !== undefined)
    return SeparateBoolean({ place, subject, value: text })
  if (before?.flag.type === 'unknown' || isSecret(before?.flag.field ?? '')) return WordAfterFlag({ place, subject })
  return UnexpectedWord({ place, word: text })
}

/** The last value of a flag; undefined when it is not given. */
export const valueOfFlag = (words: readonly Word[], name: string): string | undefined =>
  parseFlags(words).given.findLast(({ flag }) => flag.name === name)?.value

interface Read {
  readonly flag?: Flag | undefined
  readonly value?: string | undefined
  /** It is not a flag. */
  readonly problem?: { readonly word: string; readonly meant: string | undefined }
}

function readFlag(text: string): Read {
  const [, dashes = '', written = '', equals, value] = /^(--?)([^=]*)(=)?([\s\S]*)$/.exec(text) ?? []
  if (text === '--') return {}
  if (dashes === '-') return readShorthand(text)
  const name = written.replaceAll('_', '-')
  const flag = byName.get(name) ?? { name: quote(name).slice(1, -1), type: 'unknown' }
  return { flag, value: equals && value }
}

function readShorthand(text: string): Read {
  const name = shorthands[text[1]!]
  const long = /^-([a-z][\w-]+)/.exec(text)?.[1]?.replaceAll('_', '-')
  const meant = long !== undefined && byName.has(long) ? long : undefined
  if (name === undefined || meant !== undefined) return { problem: { word: text.replace(/=.*/s, ''), meant } }
  const value = text.slice(2).replace(/^=/, '')
  return { flag: byName.get(name), value: text.length > 2 ? value : undefined }
}

/** Whether a word is a flag of a kubelet: two dashes, and possibly a value. */
export const isFlagOfKubelet = (text: string): boolean =>
  text.startsWith('--') && flagNamed(readFlag(text).flag?.name ?? '') !== undefined

/** A flag of any known release, by its name without dashes; of type `unknown` when only older releases had it. */
export const flagNamed = (name: string): Flag | undefined =>
  byName.get(name) ?? (gone.has(name) ? { name, type: 'unknown' } : undefined)

/** Up to a quarter of the letters may differ: names are short, and half of a long name is often correct. */
export const nearestFlag = (name: string): string | undefined =>
  closest(name, [...byName.keys()], Math.max(1, Math.floor(name.length / 4)))

/** Why a release does not have a flag; undefined when it has it. */
export function absenceOf(
  release: Release,
  { name, type, since = oldest, until = newest }: Flag,
): FlagAbsence | undefined {
  const last = gone.get(name)
  if (last !== undefined) return FlagRemoved({ last })
  if (type === 'unknown') return UnknownFlag({ similar: nearestFlag(name) })
  if (compareReleases(release, since) < 0) return FlagAddedLater({ since })
  return compareReleases(release, until) > 0 ? FlagRemoved({ last: until }) : undefined
}

/**
 * Flags that were removed before the oldest known release but are still in many units, with the last release that had
 * them.
 */
export const gone: ReadonlyMap<string, string> = new Map([
  ['cni-bin-dir', '1.23'],
  ['cni-cache-dir', '1.23'],
  ['cni-conf-dir', '1.23'],
  ['container-runtime', '1.26'],
  ['docker-endpoint', '1.23'],
  ['image-pull-progress-deadline', '1.23'],
  ['network-plugin', '1.23'],
  ['network-plugin-mtu', '1.23'],
])
