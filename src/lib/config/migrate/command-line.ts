import { Failure } from '../../errors.ts'
import { indexOfKubelet, readSource, type Source, type SourceFile, type Word } from './source.ts'
import { splitWords } from './words.ts'

export interface CommandLine {
  /** What follows the name of the program. */
  readonly words: readonly Word[]
  /** Is that all the kubelet is started with? Else it is a part, such as KUBELET_EXTRA_ARGS. */
  readonly whole: boolean
  /** Variables of a unit that nothing given sets. */
  readonly unset: readonly string[]
  /** EnvironmentFile= of the units. */
  readonly environmentFiles: readonly string[]
}

interface Named {
  readonly source: Source
  readonly file: string
}

/**
 * Puts the command line of a kubelet together from units, drop-ins and environment files, in the order given, or from the
 * one file that has it. Throws Failure 'invalid' when there is none, or more than one.
 */
export function commandLineOf(files: readonly SourceFile[]): CommandLine {
  const sources = files.map(({ file, text }) => ({ file, source: named(file, () => readSource(text)) }))
  const commands = sources.flatMap(({ file, source }) =>
    source.kind === 'command' && source.words.length > 0 ? [wordsFrom(file, source.words)] : [],
  )
  const started = sources.flatMap(({ file, source }) =>
    source.kind === 'unit' && source.command !== undefined ? [wordsFrom(file, source.command)] : [],
  )
  const fromUnit = started.findLast((words) => words.length > 0)
  const all = fromUnit === undefined ? commands : [...commands, fromUnit]
  if (all.length > 1)
    throw new Failure('invalid', 'several command lines: give one', { suggestions: ['leave the other files out'] })
  const environmentFiles = sources.flatMap(({ source }) => (source.kind === 'unit' ? source.environmentFiles : []))
  const [words] = all
  if (words === undefined) return { ...fragment(sources), environmentFiles }
  const { expanded, unset } = words === fromUnit ? expand(words, variablesOf(sources)) : { expanded: words, unset: [] }
  return { ...afterProgram(expanded), unset, environmentFiles }
}

function named<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(error.code, `${file}: ${error.message}`, { suggestions: error.suggestions, cause: error })
  }
}

export const wordsFrom = (from: string, texts: readonly string[]): readonly Word[] =>
  texts.map((text) => ({ text, from }))

/** EnvironmentFile= wins over Environment=, and what comes later over what was before. */
function variablesOf(sources: readonly Named[]): ReadonlyMap<string, Word> {
  const ofKind = (kind: Source['kind']) => sources.filter(({ source }) => source.kind === kind)
  return new Map(
    [...ofKind('unit'), ...ofKind('variables')].flatMap(({ file, source }) =>
      source.kind === 'command'
        ? []
        : [...source.variables].map(([name, text]) => [name, { text, from: file }] as const),
    ),
  )
}

/** $NAME as a word of its own becomes several words; ${NAME} is replaced where it stands (systemd.service(5)). */
function expand(words: readonly Word[], variables: ReadonlyMap<string, Word>) {
  const unset = new Set<string>()
  const lookUp = (name: string): Word => {
    const found = variables.get(name)
    if (found === undefined) unset.add(name)
    return found ?? { text: '', from: '' }
  }
  const expanded = words.flatMap((word): readonly Word[] => {
    const [, alone] = /^\$(\w+)$/.exec(word.text) ?? []
    if (alone !== undefined) {
      const { text, from } = lookUp(alone)
      return wordsFrom(from, splitWords(text, 'systemd'))
    }
    const text = word.text.replaceAll(/\$\{(\w+)\}/g, (_, name) => lookUp(name).text).replaceAll('$$', () => '$')
    return [{ ...word, text }]
  })
  return { expanded, unset: [...unset] }
}

/** Without a command line, the variables that hold flags are a part of one. */
function fragment(sources: readonly Named[]): Omit<CommandLine, 'environmentFiles'> {
  const words = [...variablesOf(sources).values()]
    .filter(({ text }) => text.trimStart().startsWith('-'))
    .flatMap(({ text, from }) =>
      wordsFrom(
        from,
        named(from, () => splitWords(text, 'systemd')),
      ),
    )
  const some = sources.some(({ source }) => source.kind === 'variables')
  if (words.length === 0 && !some)
    throw new Failure('invalid', `${sources.map(({ file }) => file).join(', ')}: no command line of a kubelet`, {
      suggestions: ['give a unit, an environment file, /proc/PID/cmdline, the output of ps, or flags after --'],
    })
  return { words, whole: false, unset: [] }
}

/** What follows the kubelet's name, or another program's: wrappers hand their arguments on. */
export function afterProgram(words: readonly Word[]): Pick<CommandLine, 'words' | 'whole'> {
  // systemd's prefixes of ExecStart do not belong to the path.
  const texts = words.map(({ text }) => text.replace(/^[-@:+!|]+(?=\/)/, ''))
  if (texts.length === 0 || texts[0]!.startsWith('-')) return { words, whole: false }
  return { words: words.slice(Math.max(0, indexOfKubelet(texts)) + 1), whole: true }
}
