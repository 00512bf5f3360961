import { fileSubject } from '../../message/fact.ts'
import type { Failure } from '../../message/failure.ts'
import {
  FileWithoutCommandLine,
  type FlagNote,
  NoKubeletFlags,
  NotKubeletCommandLine,
  placeOf,
  SeveralCommandLines,
  UnusedVariables,
  VariableSetTwice,
} from './flag-messages.ts'
import { isFlagOfKubelet } from './parse-flags.ts'
import {
  type Command,
  type EnvironmentFile,
  type FlagSource,
  indexOfKubelet,
  type KubeadmSource,
  type PlacedFlag,
  type Read,
  readSource,
  type SourceFile,
  type Unit,
  type Word,
} from './source.ts'
import { asSystemdReads, unitNotes } from './unit-order.ts'
import { refusal, splitWords } from './words.ts'

export interface CommandLine {
  /** The words after the name of the program. */
  readonly words: readonly Word[]
  /** Whether this is the whole command line; otherwise it is a part, such as KUBELET_EXTRA_ARGS. */
  readonly whole: boolean
  /** Variables of a unit that no file sets. */
  readonly unset: readonly string[]
  /** EnvironmentFile= of the units. */
  readonly environmentFiles: readonly string[]
  /** Files that add no flags, or contradict each other. */
  readonly notes: readonly FlagNote[]
}

/**
 * Builds the command line of a kubelet from units, drop-ins and environment files, or reads it from the only file that
 * has it. Units are in the order of systemd, environment files in the order of the arguments. Throws Failure 'invalid'
 * when there is no command line, or more than one.
 */
export function commandLineOf(files: readonly (SourceFile | Read)[]): CommandLine {
  const sources = files.map((one): Read => ('source' in one ? one : { file: one.file, source: readSource(one) }))
  const commands = ofKind<Command>(sources, 'command')
  const units = asSystemdReads(ofKind<Unit>(sources, 'unit'))
  const forKubeadm = ofKind<KubeadmSource>(sources, 'kubeadm')
  const variableFiles = [...forKubeadm, ...ofKind<EnvironmentFile>(sources, 'variables')]
  const started = units.map(({ file, source }) => wordsFrom(file, source.command ?? []))
  const fromUnit = started.findLast((words) => words.length > 0) ?? []
  const all = [...commands.map(({ file, source }) => wordsFrom(file, source.words)), fromUnit]
  const [words, ...others] = all.filter((one) => one.length > 0)
  if (others.length > 0) throw refusal(SeveralCommandLines())
  const variables = variablesOf(units, variableFiles)
  const hasCommandLine =
    words !== undefined || holdsFlags(variables) || forKubeadm.some(({ source }) => source.hasConfiguration)
  if (!hasCommandLine) throw nothingIn(sources)
  const { names, ...line } = words === undefined ? fragment(variables) : expanded(words, words === fromUnit, variables)
  return {
    ...line,
    unset: [...names].filter((name) => !variables.has(name)),
    environmentFiles: units.flatMap(({ source }) => source.environmentFiles),
    notes: [...unreadNotes(commands), ...unitNotes(units), ...variableNotes(variableFiles, names)],
  }
}

const ofKind = <T extends FlagSource>(sources: readonly Read[], kind: T['kind']): readonly Read<T>[] =>
  sources.filter((one): one is Read<T> => one.source.kind === kind)

function nothingIn(sources: readonly Read[]): Failure {
  const files = sources.map(({ file }) => file)
  const isForKubeadm = sources.every(({ source }) => source.kind === 'kubeadm')
  return refusal((isForKubeadm ? NoKubeletFlags : NotKubeletCommandLine)({ files }))
}

export const wordsFrom = (from: string, texts: readonly string[]): readonly Word[] =>
  texts.map((text) => ({ text, from }))

const unreadNotes = (commands: readonly Read<Command>[]): readonly FlagNote[] =>
  commands
    .filter(({ source }) => source.words.length === 0)
    .map(({ file }) => FileWithoutCommandLine({ subject: fileSubject(file) }))

/** Only the command of a unit contains variables. */
function expanded(words: readonly Word[], isFromUnit: boolean, variables: Variables) {
  const { words: all, names } = isFromUnit ? expand(words, variables) : { words, names: new Set<string>() }
  return { ...afterProgram(all), names }
}

/** An empty KUBELET_EXTRA_ARGS also counts: it holds no flags. */
const holdsFlags = (variables: Variables): boolean =>
  [...variables].some(([name, { text }]) => isFlags(text) || /kubelet/i.test(name))

const isFlags = (text: string): boolean => text.trimStart().startsWith('-')

/** Without a command line, the variables that hold flags are part of one. */
function fragment(variables: Variables) {
  const some = [...variables].filter(([, { text }]) => isFlags(text))
  const words = some.flatMap(([name, value]) => wordsOfVariable(name, value))
  return { words, whole: false, names: new Set(some.map(([name]) => name)) }
}

/**
 * The words after the kubelet's name, or after another program's: wrappers pass their arguments on. Throws Failure
 * 'invalid' when the words are not those of a kubelet.
 */
export function afterProgram(words: readonly Word[]): Pick<CommandLine, 'words' | 'whole'> {
  // systemd's prefixes of ExecStart are not part of the path.
  const texts = words.map(({ text }) => text.replace(/^[-@:+!|]+(?=\/)/, ''))
  if (texts.length === 0 || texts[0]!.startsWith('-')) return { words, whole: false }
  const at = indexOfKubelet(texts)
  if (at === -1 && !texts.some(isFlagOfKubelet)) throw refusal(NotKubeletCommandLine({ files: [words[0]!.from] }))
  return { words: words.slice(Math.max(0, at) + 1), whole: true }
}

interface Variable extends Word {
  /** The flags in the text, when their places are known. */
  readonly flags?: readonly PlacedFlag[]
}

type Variables = ReadonlyMap<string, Variable>
type VariableFile = Read<EnvironmentFile | KubeadmSource>

/** EnvironmentFile= wins over Environment=, and a later assignment over an earlier one. */
const variablesOf = (units: readonly Read<Unit>[], files: readonly VariableFile[]): Variables =>
  new Map(
    [...units, ...files].flatMap(({ file, source }) => {
      const flags = source.kind === 'kubeadm' ? { flags: source.flags } : {}
      return [...source.variables].map(([name, text]) => [name, { text, from: file, ...flags }] as const)
    }),
  )

/** The words in the value of a variable. Throws Failure 'invalid' with the place when a quote is not closed. */
function wordsOfVariable(name: string, { text, from, flags }: Variable): readonly Word[] {
  if (flags === undefined) return splitWords(text, 'systemd', `${from}: $${name}`).map((word) => ({ text: word, from }))
  return flags.flatMap(({ text: flag, at }) => {
    const words = splitWords(flag, 'systemd', placeOf({ from, at }))
    return words.map((word) => ({ text: word, from, at }))
  })
}

interface Expanded {
  readonly words: readonly Word[]
  /** The variables that the command line uses. */
  readonly names: ReadonlySet<string>
}

/** $NAME as a separate word becomes several words; ${NAME} is replaced in place (systemd.service(5)). */
function expand(words: readonly Word[], variables: Variables): Expanded {
  const names = new Set<string>()
  const lookUp = (name: string): Variable => {
    names.add(name)
    return variables.get(name) ?? { text: '', from: '' }
  }
  const expanded = words.flatMap((word): readonly Word[] => {
    const [, alone] = /^\$(\w+)$/.exec(word.text) ?? []
    if (alone !== undefined) return wordsOfVariable(alone, lookUp(alone))
    const text = word.text.replaceAll(/\$\{(\w+)\}/g, (_, name) => lookUp(name).text).replaceAll('$$', () => '$')
    return [{ ...word, text }]
  })
  return { words: expanded, names }
}

/** Environment files without any of these variables, and environment files that disagree on them. */
function variableNotes(files: readonly VariableFile[], names: ReadonlySet<string>): readonly FlagNote[] {
  const idle = files.filter(({ source }) => {
    const filled = [...source.variables].filter(([, text]) => text !== '')
    return filled.length > 0 && !filled.some(([name]) => names.has(name))
  })
  const clashes = [...names].flatMap((name) => {
    const some = files.filter(({ source }) => source.variables.has(name))
    const values = new Set(some.map(({ source }) => source.variables.get(name)))
    return values.size > 1 ? [{ variable: name, files: some.map(({ file }) => file) }] : []
  })
  return [
    ...idle.map(({ file }): FlagNote => UnusedVariables({ subject: fileSubject(file) })),
    ...clashes.map((clash): FlagNote => VariableSetTwice(clash)),
  ]
}
