import { custom, integer, option } from '@oclif/core/flags'
import { defaultSettings } from '../../agent/model/settings.ts'
import { guardedFields, isGuarded } from '../../kubelet/changes/guarded-fields.ts'
import { usage } from '../usage/usage.ts'
import { duration, parseMs } from './flags.ts'

export const applyModes = ['auto', 'file', 'drop-in', 'unit'] as const

const seconds = (ms: number): string => (ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1_000}s`)

/** A duration with 0 for none. */
export const durationOrNone = custom<number>({
  helpValue: 'DURATION',
  parse: async (text) => (/^0+(?:s|m|h|ms)?$/.test(text) ? 0 : parseMs(text)),
})

export const timing = (summary: string, ms: number) => ({ summary, default: ms, defaultHelp: async () => seconds(ms) })

/** A path that means the same to every process. */
export const absoluteFolder = custom<string>({
  parse: async (text) => {
    const path = text.replace(/\/+$/, '')
    if (/^\/[\x21-\x7e]+$/.test(path)) return path
    throw usage('InvalidFolder', `'${text}' is not an absolute path`, 'give a path such as /var/lib/kubeletcfg')
  },
})

export const binFolder = absoluteFolder({
  summary: 'Folder of the executable.',
  default: '/usr/local/bin',
  helpValue: 'FOLDER',
})

/** --dry-run of a command that changes this machine: no server knows what it would do. */
export const clientOnly = option({
  options: ['none', 'client'] as const,
  default: 'none' as const,
  summary: 'client: only print each file with its changes, and each command.',
})()

/** Where a server listens. */
export interface Listening {
  readonly host: string
  readonly port: number
}

/** `127.0.0.1:10247`, `[::1]:10247`; `none`: nowhere, which is undefined. */
export const listeningAddress = custom<Listening | undefined>({
  parse: async (text) => {
    if (text === 'none') return undefined
    const [, v6, plain, port = ''] = /^(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? []
    const host = v6 ?? plain
    if (host !== undefined && Number(port) >= 1 && Number(port) <= 65_535) return { host, port: Number(port) }
    throw usage('InvalidAddress', `'${text}' is not an address and a port`, 'an example is 127.0.0.1:10247')
  },
})

/** A field that the policy of an agent names. */
const guardedField = custom<string>({
  parse: async (text) => {
    if (isGuarded(text)) return text
    throw usage(
      'FieldNotGuarded',
      `'${text}' is not a field that agents guard`,
      `use one of ${guardedFields.join(', ')}`,
    )
  },
})

/** How an agent behaves; `agent install` writes those that are given into its unit. */
export const agentFlags = {
  'apply-mode': option({
    options: applyModes,
    default: 'auto' as const,
    summary: 'How documents reach the kubelet.',
  })(),
  trial: durationOrNone(timing('How long a new document is on trial.', defaultSettings.trialMs)),
  jitter: durationOrNone(
    timing('Over how long the nodes of a global document spread their restarts.', defaultSettings.jitterMs),
  ),
  'crash-threshold': integer({
    summary: 'Starts of the kubelet in a trial after which it is rolled back.',
    default: defaultSettings.crashThreshold,
    min: 1,
    max: 100,
  }),
  'health-deadline': duration(
    timing('How long a restarted kubelet may take to be healthy.', defaultSettings.healthDeadlineMs),
  ),
  'restarts-per-hour': integer({
    summary: 'Restarts of the kubelet by the agent in one hour; a change needs 4 to be free.',
    default: defaultSettings.restartsPerHour,
    min: 4,
    max: 1000,
  }),
  'allow-unsafe': guardedField({
    summary: 'A field in which a document may make this node less safe, such as readOnlyPort; may be repeated.',
    helpValue: 'FIELD',
    multiple: true,
    multipleNonGreedy: true,
    default: [],
  }),
  'state-folder': absoluteFolder({
    summary: "The folder of the agent's own files on the node.",
    default: '/var/lib/kubeletcfg',
    helpValue: 'FOLDER',
  }),
  'metrics-address': listeningAddress({
    summary: 'Where /metrics and /healthz are served; none: nowhere.',
    default: { host: '127.0.0.1', port: 10247 },
    defaultHelp: async () => '127.0.0.1:10247',
    helpValue: 'HOST:PORT',
  }),
}

/** The values of these flags. */
export interface AgentFlagValues {
  readonly trial: number
  readonly jitter: number
  readonly 'crash-threshold': number
  readonly 'health-deadline': number
  readonly 'restarts-per-hour': number
  readonly 'metrics-address': Listening | undefined
  readonly 'allow-unsafe': readonly string[]
}

/** The flags of a unit for those that were given; the apply mode and the folder are always there, so not here. */
export function agentArguments(values: AgentFlagValues, isGiven: (flag: string) => boolean): readonly string[] {
  const { trial, jitter, 'crash-threshold': threshold, 'health-deadline': deadline } = values
  const address = values['metrics-address']
  const texts: Readonly<Record<string, string>> = {
    trial: `${trial}ms`,
    jitter: `${jitter}ms`,
    'crash-threshold': String(threshold),
    'health-deadline': `${deadline}ms`,
    'restarts-per-hour': String(values['restarts-per-hour']),
    'metrics-address': address === undefined ? 'none' : addressText(address),
  }
  return [
    ...Object.entries(texts).flatMap(([flag, text]) => (isGiven(flag) ? [`--${flag}=${text}`] : [])),
    ...values['allow-unsafe'].map((field) => `--allow-unsafe=${field}`),
  ]
}

const addressText = ({ host, port }: Listening): string => `${host.includes(':') ? `[${host}]` : host}:${port}`
