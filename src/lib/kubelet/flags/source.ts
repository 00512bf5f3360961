import { fileSubject } from '../../message/fact.ts'
import type { Position } from '../model/tree.ts'
import { SeveralKubelets, type WordPlace } from './flag-messages.ts'
import { environmentValue, refusal, splitWords } from './words.ts'

/** A word of a command line. */
export interface Word extends WordPlace {
  readonly text: string
}

export interface SourceFile {
  /** The name in messages. */
  readonly file: string
  readonly text: string
}

export interface Command {
  readonly kind: 'command'
  readonly words: readonly string[]
}

export interface EnvironmentFile {
  readonly kind: 'variables'
  readonly variables: ReadonlyMap<string, string>
}

export interface Unit {
  readonly kind: 'unit'
  /** undefined: it has no ExecStart. Empty: it resets the commands before it. */
  readonly command: readonly string[] | undefined
  readonly variables: ReadonlyMap<string, string>
  readonly environmentFiles: readonly string[]
}

/** A file for kubeadm, which passes its kubeletExtraArgs on in a variable. */
export interface KubeadmSource {
  readonly kind: 'kubeadm'
  /** Empty when there are no flags. */
  readonly variables: ReadonlyMap<string, string>
  /** The flags in the variable. */
  readonly flags: readonly PlacedFlag[]
  /** Whether the file also has a KubeletConfiguration. */
  readonly hasConfiguration: boolean
}

/** A flag with its value, as it is passed on: systemd splits it into words. */
export interface PlacedFlag {
  readonly text: string
  readonly at: Position
}

/** What one file contributes to the start of a kubelet. */
export type FlagSource = Command | EnvironmentFile | KubeadmSource | Unit

export interface Read<T extends FlagSource = FlagSource> {
  readonly file: string
  readonly source: T
}

/**
 * Recognizes /proc/PID/cmdline, systemd units and drop-ins, environment files, the output of ps and plain command lines
 * by their content. Throws Failure 'invalid' with the place when a quote is not closed, or several kubelets run.
 */
export function readSource({ file, text }: SourceFile): FlagSource {
  if (text.includes('\0')) return { kind: 'command', words: readArguments(text) }
  const lines = logicalLines(text)
  const place = ({ number }: Line): string => `${file}:${number}`
  if (lines.some((line) => /^\[(?:Unit|Service|Install)\]$/.test(line.text))) return readUnit(lines, place)
  const variables = lines.map((line) => ({ line, match: assignment.exec(line.text) }))
  if (variables.some(({ match }) => match === null)) return { kind: 'command', words: readCommand(text, file) }
  const entries = variables.map(({ line, match }) => {
    const [, name, value] = match!
    return [name!, environmentValue(value!, place(line))] as const
  })
  return { kind: 'variables', variables: new Map(entries) }
}

const assignment = /^(?:export\s+)?([A-Za-z_]\w*)=(.*)$/

/** The arguments of a process; none when it is another program's. */
function readArguments(text: string): readonly string[] {
  const words = text.replace(/\0$/, '').split('\0')
  return indexOfKubelet(words) === -1 ? [] : words
}

interface Line {
  readonly text: string
  /** The number of its first line. */
  readonly number: number
}

/** Joins continued lines, and skips blank lines and comments, which may stand between the parts of a continued line. */
function logicalLines(text: string): readonly Line[] {
  const lines: Line[] = []
  let isOpen = false
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*[#;]/.test(line)) continue
    const part = line.replace(/\\$/, ' ')
    const begun = isOpen ? lines.pop() : undefined
    lines.push({ text: `${begun?.text ?? ''}${part}`, number: begun?.number ?? index + 1 })
    isOpen = part !== line
  }
  return lines.map((line) => ({ ...line, text: line.text.trim() })).filter((line) => line.text !== '')
}

function readUnit(lines: readonly Line[], place: (line: Line) => string): FlagSource {
  const variables = new Map<string, string>()
  let command: readonly string[] | undefined
  let environmentFiles: string[] = []
  let section = ''
  for (const line of lines) {
    section = /^\[(.*)\]$/.exec(line.text)?.[1] ?? section
    const [, key, value = ''] = /^(\w+)\s*=\s*(.*)$/.exec(line.text) ?? []
    if (section !== 'Service') continue
    const words = () => splitWords(value, 'systemd', place(line))
    if (key === 'ExecStart') command = words()
    if (key === 'EnvironmentFile') environmentFiles = value === '' ? [] : [...environmentFiles, value.replace(/^-/, '')]
    if (key === 'Environment' && value === '') variables.clear()
    if (key === 'Environment')
      for (const word of words()) {
        const [, name, text = ''] = /^(\w+)=([\s\S]*)$/.exec(word) ?? []
        if (name !== undefined) variables.set(name, text)
      }
  }
  return { kind: 'unit', command, variables, environmentFiles }
}

const program = /(?:^|\/)kubelet(?:\.exe)?$/

/** The index of the kubelet's own name, in any folder, before the first flag; -1 when there is none. */
export function indexOfKubelet(words: readonly string[]): number {
  const flag = words.findIndex((word) => word.startsWith('-') && !program.test(word))
  const found = words.findIndex((word) => program.test(word))
  return flag === -1 || found < flag ? found : -1
}

/**
 * A command line as a shell reads it, or a line of ps, which has columns before the program and no quotes. Of several
 * lines, the one counts that runs a kubelet with a flag, because other files mention kubelets, too. Throws Failure
 * 'invalid' when several lines do.
 */
function readCommand(text: string, file: string): readonly string[] {
  const [first = ''] = text.trim().split(/\s+/, 1)
  if ((first.startsWith('-') && first !== '---') || program.test(first)) return splitWords(text, 'sh', file)
  const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/))
  const found = lines.filter((words) => runsKubelet(words) && !words.includes('grep'))
  if (found.length > 1) throw refusal(SeveralKubelets({ subject: fileSubject(file) }))
  return found[0] ?? []
}

function runsKubelet(words: readonly string[]): boolean {
  const at = indexOfKubelet(words)
  return at !== -1 && words[at + 1]?.startsWith('-') === true
}
