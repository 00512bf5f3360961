import { Failure } from '../../errors.ts'
import { environmentValue, splitWords } from './words.ts'

/** A word of a command line, and the file that has it. */
export interface Word {
  readonly text: string
  readonly from: string
}

export interface SourceFile {
  /** As it is called in messages. */
  readonly file: string
  readonly text: string
}

/** What one file says about how a kubelet is started. */
export type Source =
  | { readonly kind: 'command'; readonly words: readonly string[] }
  | { readonly kind: 'variables'; readonly variables: ReadonlyMap<string, string> }
  | {
      readonly kind: 'unit'
      /** undefined: it has no ExecStart; empty: it takes those before it back. */
      readonly command: readonly string[] | undefined
      readonly variables: ReadonlyMap<string, string>
      readonly environmentFiles: readonly string[]
    }

/**
 * Tells /proc/PID/cmdline, systemd units and drop-ins, environment files, the output of ps and plain command lines apart
 * by what they hold. Throws Failure 'invalid' when a quote is not closed, or several kubelets run.
 */
export function readSource(text: string): Source {
  if (text.includes('\0')) return { kind: 'command', words: text.replace(/\0$/, '').split('\0') }
  const lines = logicalLines(text)
  if (lines.some((line) => /^\[(?:Unit|Service|Install)\]$/.test(line))) return readUnit(lines)
  const variables = lines.map((line) => /^(?:export\s+)?([A-Za-z_]\w*)=(.*)$/.exec(line))
  if (lines.length > 0 && variables.every((match) => match !== null)) {
    const entries = variables.map(([, name, value]) => [name!, environmentValue(value!)] as const)
    return { kind: 'variables', variables: new Map(entries) }
  }
  return { kind: 'command', words: readCommand(text) }
}

/** Continued lines in one; without blank lines and comments, which may stand between the parts of a continued one. */
function logicalLines(text: string): readonly string[] {
  const kept = text.split(/\r?\n/).filter((line) => !/^\s*[#;]/.test(line))
  const joined = kept.join('\n').replaceAll(/\\\n/g, ' ')
  return joined.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
}

function readUnit(lines: readonly string[]): Source {
  const variables = new Map<string, string>()
  let command: readonly string[] | undefined
  let environmentFiles: string[] = []
  let section = ''
  for (const line of lines) {
    section = /^\[(.*)\]$/.exec(line)?.[1] ?? section
    const [, key, value = ''] = /^(\w+)\s*=\s*(.*)$/.exec(line) ?? []
    if (section !== 'Service') continue
    if (key === 'ExecStart') command = splitWords(value, 'systemd')
    if (key === 'EnvironmentFile') environmentFiles = value === '' ? [] : [...environmentFiles, value.replace(/^-/, '')]
    if (key === 'Environment' && value === '') variables.clear()
    if (key === 'Environment')
      for (const word of splitWords(value, 'systemd')) {
        const [, name, text = ''] = /^(\w+)=([\s\S]*)$/.exec(word) ?? []
        if (name !== undefined) variables.set(name, text)
      }
  }
  return { kind: 'unit', command, variables, environmentFiles }
}

const program = /(?:^|\/)kubelet(?:\.exe)?$/

/** Where the kubelet's own name stands, wherever it is installed: before the first flag; -1 when it is not there. */
export function indexOfKubelet(words: readonly string[]): number {
  const flag = words.findIndex((word) => word.startsWith('-') && !program.test(word))
  const found = words.findIndex((word) => program.test(word))
  return flag === -1 || found < flag ? found : -1
}

/**
 * A command line as a shell reads it, or a line of ps, which has columns before the program and no quotes. Of several
 * lines the one counts that runs a kubelet, with a flag: other files mention kubelets, too. Throws Failure 'invalid' when there are several of these.
 */
function readCommand(text: string): readonly string[] {
  const [first = ''] = text.trim().split(/\s+/, 1)
  if (first.startsWith('-') || program.test(first)) return splitWords(text, 'sh')
  const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/))
  const found = lines.filter((words) => runsKubelet(words) && !words.includes('grep'))
  if (found.length > 1) throw new Failure('invalid', 'several kubelets: give the command line of one')
  return found[0] ?? []
}

function runsKubelet(words: readonly string[]): boolean {
  const at = indexOfKubelet(words)
  return at !== -1 && words[at + 1]?.startsWith('-') === true
}
