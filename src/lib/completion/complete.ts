import type { Candidate } from './candidate.ts'
import type { CommandTable, TableArg, TableFlag } from './command-table.ts'
import { readLine, type TypedLine } from './typed-line.ts'
import { kindOf, type ValueKind } from './value-kinds.ts'

/** The candidates for the word at the cursor. */
export interface Completion {
  /** Those that the table of commands knows, filtered. */
  readonly candidates: readonly Candidate[]
  /** More of them, to be looked up. */
  readonly wanted?: WantedValues | undefined
}

export interface WantedValues {
  readonly kind: ValueKind
  /** The part of the word before the value, which stays as it is. */
  readonly head: string
  /** The beginning of the value. */
  readonly text: string
  /** The default of the flag. */
  readonly usual: unknown
  /** Values that have been typed already. */
  readonly taken: readonly string[]
  /** Flags that have been typed, such as kubeconfig, context and release: they determine the values. */
  readonly given: TypedLine['given']
}

/** Decides what can stand at the cursor, after these words; the last one is the one to complete, empty for a new word. */
export function complete(words: readonly string[], table: CommandTable): Completion {
  const line = readLine(words, table)
  const { current } = line
  switch (current.kind) {
    case 'command':
      return { candidates: beginningWith(current.text, commandsOf(line, table)) }
    case 'flag':
      return { candidates: beginningWith(current.text, flagsOf(line)) }
    case 'value':
      return valuesOf(line, current.flag, { ...current, others: line.given.get(current.flag.name) ?? [] })
    case 'argument':
      return argumentOf(line, current.text)
    case 'unknown':
      return { candidates: [] }
  }
}

const beginningWith = (text: string, candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.filter(({ value }) => value.startsWith(text))

const helpCommand: Candidate = { value: 'help', about: 'Print the help of a command.' }
const optionsCommand: Candidate = { value: 'options', about: 'List the flags of all commands, and the exit codes.' }
const helpFlags: readonly Candidate[] = ['--help', '-h'].map((value) => ({ value, about: 'Print the help.' }))
const versionFlag: Candidate = { value: '--version', about: 'Print the version.' }

/** One word at a time: the topics and the commands of one word, then the commands of the topic. */
function commandsOf({ given, topic }: TypedLine, { commands, topics }: CommandTable): readonly Candidate[] {
  const named = commands.map(({ id, summary }) => ({ words: id.split(' '), summary }))
  if (topic !== undefined)
    return named
      .filter(({ words }) => words.length === 2 && words[0] === topic)
      .map(({ words, summary }) => ({ value: words[1]!, about: summary }))
  const first = new Map(
    named.map(({ words: [word = '', second], summary }) => [word, second === undefined ? summary : topics[word]]),
  )
  return [
    ...[...first].map(([value, about]) => ({ value, about })),
    ...(given.size === 0 ? [helpCommand, optionsCommand] : []),
  ]
}

/** Those that can still be given. */
function flagsOf(line: TypedLine): readonly Candidate[] {
  const own = Object.values(line.flags).filter(
    ({ name, multiple = false }) => (multiple || !line.given.has(name)) && !isExcluded(`--${name}`, line),
  )
  const first = line.command === undefined && line.given.size === 0
  return [...own.flatMap(spellings), ...helpFlags, ...(first ? [versionFlag] : [])]
}

function spellings({ name, char, summary, allowNo = false }: TableFlag): readonly Candidate[] {
  const values = [`--${name}`, ...(allowNo ? [`--no-${name}`] : []), ...(char === undefined ? [] : [`-${char}`])]
  return values.map((value) => ({ value, about: summary }))
}

/** For a new word, as cobra does, also the flags without which the command cannot run. */
function argumentOf(line: TypedLine, text: string): Completion {
  const missing = text === '' ? missingFlags(line).flatMap((name) => spellings(line.flags[name]!)) : []
  const required = missing.filter(({ value }) => value.startsWith('--'))
  const arg = argumentAt(line)
  if (arg === undefined || isExcluded(arg.name.toUpperCase() as Uppercase<string>, line))
    return { candidates: required }
  const { candidates, wanted } = valuesOf(line, arg, { attached: '', text, others: line.args })
  return { candidates: [...candidates, ...required], wanted }
}

/** The last argument, if it takes several words. */
function argumentAt({ command, args }: TypedLine): TableArg | undefined {
  const all = Object.values(command?.args ?? {})
  return all[args.length] ?? (all.at(-1)?.multiple === true ? all.at(-1) : undefined)
}

interface TypedValue {
  readonly attached: string
  readonly text: string
  /** The other values of the same flag or argument. */
  readonly others: readonly string[]
}

function valuesOf({ command, given }: TypedLine, of: TableFlag | TableArg, typed: TypedValue): Completion {
  const { name, options } = of
  const kind = kindOf(command?.id ?? '', name) ?? 'text'
  const { head, text, taken } = splitValue(typed.text, {
    kind: options === undefined ? kind : 'option',
    isList: 'delimiter' in of && of.delimiter !== undefined,
  })
  const usual = 'default' in of ? of.default : undefined
  const wanted = { kind, head: typed.attached + head, text, usual, taken: [...typed.others, ...taken], given }
  if (options === undefined) return { candidates: [], wanted }
  return {
    candidates: chosenFrom(
      options.map((value) => ({ value })),
      wanted,
    ),
  }
}

/** The candidates for a value: those that begin as typed, without those that were typed before. */
export function chosenFrom(
  values: readonly Candidate[],
  { head, text, taken }: Pick<WantedValues, 'head' | 'text' | 'taken'>,
): readonly Candidate[] {
  return beginningWith(text, values)
    .filter(({ value }) => !taken.includes(value))
    .map(({ value, about }) => ({ value: head + value, about }))
}

/** A flag such as `--node`, or an argument such as `NODE`. */
type Member = `--${string}` | Uppercase<string>

/** What belongs together in every command that has all of it; each command checks the same itself. */
interface Group {
  readonly members: readonly Member[]
  /** At least one of them must be given. */
  readonly required: boolean
  /** At most one of them can be given. */
  readonly exclusive: boolean
}

export const groups: readonly Group[] = [
  { members: ['--global', '--node'], required: true, exclusive: true },
  { members: ['--global', '--node', '--selector'], required: true, exclusive: true },
  { members: ['NODE', '--selector'], required: false, exclusive: true },
  { members: ['NODE', '--selector', '--all'], required: true, exclusive: true },
  { members: ['--cpu', '--memory'], required: true, exclusive: false },
]

type Line = Pick<TypedLine, 'command' | 'flags' | 'given' | 'args'>

/** Whether a member of the same group rules it out. */
function isExcluded(member: Member, line: Line): boolean {
  const flag = line.flags[member.slice(2)]
  const others = groupsOf(line).flatMap(({ members, exclusive }) =>
    exclusive && members.includes(member) ? members.filter((other) => other !== member) : [],
  )
  const declared = (flag?.exclusive ?? []).map((other): Member => `--${String(other)}`)
  return [...others, ...declared].some((other) => isGiven(other, line))
}

/** The flags of which one is still missing. */
const missingFlags = (line: Line): readonly string[] => [
  ...Object.values(line.flags).flatMap(({ name, required = false }) =>
    required && !line.given.has(name) ? [name] : [],
  ),
  ...groupsOf(line).flatMap(({ members, required }) =>
    required && !members.some((member) => isGiven(member, line))
      ? members.filter(isFlag).map((flag) => flag.slice(2))
      : [],
  ),
]

/** Without those that are a part of another one. */
function groupsOf({ command, flags }: Line): readonly Group[] {
  const isThere = (member: Member) =>
    isFlag(member) ? member.slice(2) in flags : member.toLowerCase() in (command?.args ?? {})
  const whole = groups.filter(({ members }) => members.every(isThere))
  return whole.filter((group) => !whole.some((other) => other !== group && isPartOf(group, other)))
}

const isPartOf = (one: Group, other: Group): boolean => one.members.every((member) => other.members.includes(member))

/** An argument counts as given with the first word that is not a flag: no command has another argument before it. */
const isGiven = (member: Member, { given, args }: Line): boolean =>
  isFlag(member) ? given.has(member.slice(2)) : args.length > 0

const isFlag = (member: Member): boolean => member.startsWith('--')

interface ValueForm {
  readonly kind: ValueKind | 'option'
  /** Several values can be typed in one word, with commas. */
  readonly isList: boolean
}

interface ValueParts {
  /** What stays as it is. */
  readonly head: string
  /** The beginning of the value at the cursor. */
  readonly text: string
  /** The values before it in the same word. */
  readonly taken: readonly string[]
}

/** The part of a word that is completed: in a list the last element, in a range its end, in `node/NAME` the name. */
function splitValue(word: string, { kind, isList }: ValueForm): ValueParts {
  const start = isList || kind === 'releases' ? word.lastIndexOf(',') + 1 : 0
  const [before, last] = [word.slice(0, start), word.slice(start)]
  const [own = ''] =
    (kind === 'node' && /^nodes?\//.exec(last)) || (kind === 'releases' && /^\d+\.\d+-/.exec(last)) || []
  return { head: before + own, text: last.slice(own.length), taken: before.split(',').slice(0, -1) }
}
