import { boolean, custom, option, string } from '@oclif/core/flags'
import { globalTarget, nodeTarget, type Target } from '../../documents/target.ts'
import { Failure } from '../../failure.ts'
import { newest, parseRelease, type Release } from '../../kubelet/model/releases.ts'
import { parseDuration } from '../../quantity/duration.ts'
import { bareName } from './node-selection.ts'

const nanosPerMilli = 1_000_000n
/** No timer of Node runs longer: setTimeout takes at most 2^31-1 ms and fires at once for more. */
const longestDays = 24
const longestNanos = BigInt(longestDays * 24 * 60 * 60 * 1000) * nanosPerMilli

/** Milliseconds of a Go duration with its unit, as kubectl takes them. */
export function parseMs(text: string): number {
  const nanos = parseDuration(text)
  if (nanos === 'range' || (nanos !== 'grammar' && nanos > longestNanos))
    throw new Failure('usage', `'${text}' is too long`, { suggestions: [`give ${longestDays * 24}h at most`] })
  if (nanos === 'grammar' || nanos < nanosPerMilli)
    throw new Failure('usage', `'${text}' is not a duration`, {
      suggestions: ['give a number and a unit, such as 30s or 1m30s'],
    })
  return Number(nanos / nanosPerMilli)
}

/** The value is in milliseconds. */
export const duration = custom<number>({ helpValue: 'DURATION', parse: async (text) => parseMs(text) })

/** As kubectl takes it: a plain integer is in seconds, and 0 of whatever unit is no limit. */
export const requestTimeout = custom<number>({
  helpValue: 'DURATION',
  parse: async (text) => {
    const spelt = /^\d+$/.test(text) ? `${text}s` : text
    return parseDuration(spelt) === 0n ? Number.POSITIVE_INFINITY : parseMs(spelt)
  },
})

/** What names something. An empty one is a variable that a script forgot to set, and must not mean "the usual one". */
export const name = custom<string>({
  parse: async (text) => {
    if (text === '')
      throw new Failure('usage', "'' names nothing", { suggestions: ['leave the flag away, or fill it'] })
    return text
  },
})

export const filename = name({
  char: 'f',
  summary: 'File with the KubeletConfiguration; - reads stdin.',
  helpValue: 'FILE',
  required: true,
})

export const kubernetesVersion = custom<Release>({
  summary: 'Release of the kubelet, such as 1.36.',
  helpValue: '1.NN',
  default: newest,
  parse: async (text) => parseRelease(text),
})()

export const exclude = name({
  summary: 'Files and folders not to look at; a glob without a slash is for their names.',
  helpValue: 'GLOB',
  multiple: true,
  multipleNonGreedy: true,
})

/** -o, with the formats that a command has; the first is its default. */
export const outputFormat = <const Formats extends readonly [string, ...string[]]>(formats: Formats) =>
  option({
    char: 'o',
    options: formats,
    default: formats[0] as Formats[number],
    summary: 'How to print the result.',
  })()

export const dryRun = option({
  options: ['none', 'client', 'server'] as const,
  default: 'none' as const,
  summary: 'client: only show what would be done; server: have the API server check it too, storing nothing.',
})()

export const selector = string({
  char: 'l',
  summary: 'Nodes with these labels, as kubectl selects them.',
  helpValue: 'SELECTOR',
})

export const yes = boolean({ char: 'y', summary: 'Do not ask.' })

/** One document: the global one, or that of one node. */
export const targetFlags = {
  global: boolean({ summary: 'The document of all nodes that have none of their own.' }),
  node: string({ summary: 'The document of this node.', helpValue: 'NAME' }),
}

/** Several documents: the global one, or those of some nodes. */
export const targetsFlags = {
  global: targetFlags.global,
  node: string({
    summary: 'The document of this node; repeat it for more.',
    helpValue: 'NAME',
    multiple: true,
    multipleNonGreedy: true,
  }),
}

/** The targets that --global and --node name: one or the other, never neither. */
export function targetsOf(flags: {
  global: boolean
  node?: string | readonly string[] | undefined
}): [Target, ...Target[]] {
  const nodes = typeof flags.node === 'string' ? [flags.node] : (flags.node ?? [])
  if (flags.global && nodes.length > 0) throw new Failure('usage', '--global and --node exclude each other')
  if (flags.global) return [globalTarget]
  const [first, ...others] = new Set(nodes.map(bareName))
  if (first === undefined)
    throw new Failure('usage', 'whose document?', { suggestions: ['add --global, or --node NAME'] })
  for (const name of [first, ...others]) refuseList(name, typeof flags.node === 'string')
  return [nodeTarget(first), ...others.map(nodeTarget)]
}

/** A name has no comma. */
function refuseList(name: string, onlyOne: boolean): void {
  if (!name.includes(',')) return
  const each = name.split(',').map((one) => `--node ${bareName(one)}`)
  throw new Failure('usage', `'${name}' is not a node name`, {
    suggestions: [onlyOne ? 'name one node' : `name each: ${each.join(' ')}`],
  })
}
