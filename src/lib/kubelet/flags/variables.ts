import { fileSubject } from '../../message/fact.ts'
import type { FlagNote } from './flag-messages.ts'
import { placeOf, UnusedVariables, VariableSetTwice } from './flag-messages.ts'
import type { EnvironmentFile, KubeadmSource, PlacedFlag, Read, Unit, Word } from './source.ts'
import { splitWords } from './words.ts'

interface Variable extends Word {
  /** The flags in the text, when their places are known. */
  readonly flags?: readonly PlacedFlag[]
}

export type Variables = ReadonlyMap<string, Variable>
type VariableFile = Read<EnvironmentFile | KubeadmSource>

/** EnvironmentFile= wins over Environment=, and a later assignment over an earlier one. */
export const variablesOf = (units: readonly Read<Unit>[], files: readonly VariableFile[]): Variables =>
  new Map(
    [...units, ...files].flatMap(({ file, source }) => {
      const flags = source.kind === 'kubeadm' ? { flags: source.flags } : {}
      return [...source.variables].map(([name, text]) => [name, { text, from: file, ...flags }] as const)
    }),
  )

/** The words in the value of a variable. Throws Failure 'invalid' with the place when a quote is not closed. */
export function wordsOfVariable(name: string, { text, from, flags }: Variable): readonly Word[] {
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
export function expand(words: readonly Word[], variables: Variables): Expanded {
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
export function variableNotes(files: readonly VariableFile[], names: ReadonlySet<string>): readonly FlagNote[] {
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
    ...clashes.map((clash): FlagNote => VariableSetTwice({ ...clash })),
  ]
}
