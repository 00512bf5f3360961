import { boolean, custom, option, string } from '@oclif/core/flags'
import { globalTarget, nodeTarget, type Target, type WantedTargets } from '../../documents/target.ts'
import { newest, parseRelease, type Release } from '../../kubelet/model/releases.ts'
import { parseDuration } from '../../quantity/duration.ts'
import { usage } from '../usage/usage.ts'
import { bareName } from './node-selection.ts'

const nanosPerMilli = 1_000_000n
/** The longest timer of Node.js: setTimeout takes at most 2^31-1 ms, and fires at once for more. */
const longestDays = 24
const longestNanos = BigInt(longestDays * 24 * 60 * 60 * 1000) * nanosPerMilli

/** As in kubectl, a plain integer is in seconds. */
const withUnit = (text: string): string => (/^\d+$/.test(text) ? `${text}s` : text)

/** Parse a Go duration, or a plain number of seconds, into milliseconds; at least 1. Throws Failure 'usage'. */
export function parseMs(text: string): number {
  const nanos = parseDuration(withUnit(text))
  if (nanos === 'range' || (nanos !== 'grammar' && nanos > longestNanos))
    throw usage('InvalidDuration', `'${text}' is too long`, `the maximum is ${longestDays * 24}h`)
  if (nanos === 0n) throw usage('InvalidDuration', `'${text}' must be greater than zero`)
  if (nanos === 'grammar' || nanos < nanosPerMilli)
    throw usage('InvalidDuration', `'${text}' is not a valid duration`, 'use a number and a unit, such as 30s or 1m30s')
  return Number(nanos / nanosPerMilli)
}

/** The value is in milliseconds. */
export const duration = custom<number>({ helpValue: 'DURATION', parse: async (text) => parseMs(text) })

/** The same, but 0 in any unit means no limit: Infinity. */
export const requestTimeout = custom<number>({
  helpValue: 'DURATION',
  parse: async (text) => (parseDuration(withUnit(text)) === 0n ? Number.POSITIVE_INFINITY : parseMs(text)),
})

/** A name. An empty one is usually an unset variable in a script, and must not mean the default. */
export const name = custom<string>({
  parse: async (text) => {
    if (text === '') throw usage('EmptyValue', 'the value is empty', 'set a value, or omit the flag')
    return text
  },
})

export const filename = name({
  char: 'f',
  summary: 'File with the KubeletConfiguration; - for stdin.',
  helpValue: 'FILE',
  required: true,
})

/** The same for several files. */
export const filenames = name({
  char: 'f',
  summary: 'File or folder of KubeletConfigurations or their ConfigMaps; - for stdin; may be repeated.',
  helpValue: 'FILE',
  required: true,
  multiple: true,
  multipleNonGreedy: true,
})

export const recursive = boolean({ char: 'R', summary: 'Read folders recursively.' })

export const kubernetesVersion = custom<Release>({
  summary: 'Kubelet release, for example 1.36.',
  helpValue: '1.NN',
  default: newest,
  parse: async (text) => parseRelease(text),
})()

export const exclude = name({
  summary: 'Glob of files and folders to skip; without a slash it matches names.',
  helpValue: 'GLOB',
  multiple: true,
  multipleNonGreedy: true,
})

/** As the flag of the kubelet. */
export const configDir = name({
  summary: 'Folder of drop-ins (*.conf) that the kubelet merges over the file.',
  helpValue: 'FOLDER',
})

/** -o, with the formats of a command; the first is the default. */
export const outputFormat = <const Formats extends readonly [string, ...string[]]>(formats: Formats) =>
  option({
    char: 'o',
    options: formats,
    default: formats[0] as Formats[number],
    summary: 'Output format.',
  })()

export const dryRun = option({
  options: ['none', 'client', 'server'] as const,
  default: 'none' as const,
  summary: 'client: only print the plan; server: send requests too, but store nothing.',
})()

export const selector = string({
  char: 'l',
  summary: 'Select nodes by label, as kubectl does.',
  helpValue: 'SELECTOR',
})

export const yes = boolean({ char: 'y', summary: 'Do not ask for confirmation.' })

/** One document: the global one, or that of one node. */
export const targetFlags = {
  global: boolean({ summary: 'The document for all nodes without one of their own.' }),
  node: string({ summary: 'The document for this node.', helpValue: 'NAME' }),
}

/** Several documents: the global one, or those of some nodes. */
export const targetsFlags = {
  global: targetFlags.global,
  node: string({
    summary: 'The document for this node; may be repeated or comma-separated.',
    helpValue: 'NAME',
    multiple: true,
    multipleNonGreedy: true,
    delimiter: ',',
  }),
  selector: string({
    char: 'l',
    summary: 'The documents for the nodes with these labels, one for each.',
    helpValue: 'SELECTOR',
  }),
}

interface TargetFlags {
  readonly global: boolean
  readonly node?: string | readonly string[] | undefined
}

/** The targets of --global or --node. Throws Failure 'usage' for both and for none. */
export function targetsOf(flags: TargetFlags): [Target, ...Target[]] {
  const targets = targetsIfGiven(flags)
  if (targets === undefined) throw usage('NoTarget', 'no target given', 'add --global or --node NAME')
  return targets
}

interface WantedFlags extends TargetFlags {
  readonly selector?: string | undefined
}

/** The targets of --global, --node or --selector. Throws Failure 'usage' for several of these and for none. */
export function targetsWanted(flags: WantedFlags): WantedTargets {
  const wanted = targetsWantedIfGiven(flags)
  if (wanted === undefined) throw usage('NoTarget', 'no target given', 'add --global, --node NAME or --selector LABELS')
  return wanted
}

/** The same; undefined for none. */
export function targetsWantedIfGiven(flags: WantedFlags): WantedTargets | undefined {
  const targets = targetsIfGiven(flags)
  const { selector } = flags
  if (selector === undefined) return targets
  if (targets !== undefined)
    throw usage('ConflictingFlags', `${flags.global ? '--global' : '--node'} and --selector are mutually exclusive`)
  if (selector.trim() === '') throw usage('EmptyValue', 'the selector is empty: it would select every node')
  return { selector }
}

/** The target of what is printed as it is for one; undefined: there may be several, whatever a selector matches. */
export const onlyTarget = (wanted: WantedTargets): Target | undefined =>
  'selector' in wanted || wanted.length > 1 ? undefined : wanted[0]

/** The same of --global or --node; undefined for none. */
export function targetsIfGiven(flags: TargetFlags): [Target, ...Target[]] | undefined {
  const nodes = typeof flags.node === 'string' ? [flags.node] : namesOf(flags.node)
  if (flags.global && nodes.length > 0) throw usage('ConflictingFlags', '--global and --node are mutually exclusive')
  if (flags.global) return [globalTarget]
  const [first, ...others] = new Set(nodes.map(bareName))
  if (first === undefined) return undefined
  refuseList(first)
  return [nodeTarget(first), ...others.map(nodeTarget)]
}

/** Node names have no commas: `a,b` is a list, as in kubectl. An empty name, as in `a,`, is refused with the others. */
const namesOf = (given: readonly string[] = []): readonly string[] => given.flatMap((names) => names.split(','))

/** Of a flag that takes one name. */
function refuseList(name: string): void {
  if (name.includes(',')) throw usage('InvalidNodeName', `'${name}' is not a valid node name`, 'give one node name')
}
