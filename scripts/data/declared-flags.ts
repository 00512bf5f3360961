import type { FlagType } from '../../src/lib/kubelet/flags/data/flag.ts'
import type { FlagFact } from './facts.ts'

/** Text of the Go files that declare the flags of a kubelet. */
export interface Sources {
  /** Of k8s.io/kubernetes. */
  readonly kubelet: string
  /** Of k8s.io/component-base. */
  readonly logs: string
  /** Paths of all fields. */
  readonly fields: readonly string[]
}

const types: Readonly<Record<string, FlagType>> = {
  BoolVar: 'bool',
  StringVar: 'string',
  Int32Var: 'int32',
  Int64Var: 'int64',
  DurationVar: 'duration',
  StringSliceVar: 'strings',
  NewMapStringString: 'pairs',
  NewMapStringStringNoSplit: 'pair',
  NewLangleSeparatedMapStringString: 'thresholds',
  NewMapStringBool: 'gates',
  NewColonSeparatedMultimapStringString: 'headers',
  IPVar: 'ip',
  ReservedMemoryVar: 'reserved-memory',
  RegisterWithTaintsVar: 'taints',
  VerbosityLevelPflag: 'level',
  VModuleConfigurationPflag: 'vmodule',
  InfoBufferSize: 'quantity',
  bindableNodeLabels: 'pairs',
}

/** Types of the flags that cadvisor declares. Its other flags are strings. */
const cadvisorTypes: Readonly<Record<string, FlagType>> = {
  'application-metrics-count-limit': 'int64',
  'enable-load-reader': 'bool',
  'global-housekeeping-interval': 'duration',
  'housekeeping-interval': 'duration',
  'log-cadvisor-usage': 'bool',
  'storage-driver-buffer-duration': 'duration',
  'storage-driver-secure': 'bool',
}

/** Fields whose name in Go differs from that in JSON. */
const renamed: Readonly<Record<string, string>> = { ResolverConfig: 'resolvConf' }
/** Flags with a variable of their own that the kubelet copies to a field. */
const joined: Readonly<Record<string, string>> = { 'seccomp-default': 'seccompDefault' }

const declaration =
  /\bfs\.(\w*Var)P?\((&?[\w.]+(?:\([^"]*?\))?(?:\{[^"]*?\})?|\(\*string\)\([^"]*?\)), *("[\w-]+"|LogFlushFreqFlagName)/g

/** The flags that a kubelet on Linux declares. */
export function declaredFlags({ kubelet, logs, fields }: Sources): readonly FlagFact[] {
  const paths = new Map(fields.map((path) => [path.toLowerCase(), path]))
  const notDeprecated = new Set(
    kubelet
      .match(/notDeprecated := [^}]*/)![0]
      .match(/"[^"]+"/g)!
      .map(unquoted),
  )
  const marked = new Set(Array.from(kubelet.matchAll(/MarkDeprecated\(("[^"]+")/g), ([, name]) => unquoted(name!)))
  const declared = [...declarations(kubelet, '', paths), ...declarations(logs, 'logging.', paths)].map((flag) => {
    const isDeprecated = marked.has(flag.name) || (flag.ofConfiguration && !notDeprecated.has(flag.name))
    return { name: flag.name, type: flag.type, ...(flag.field && { field: flag.field }), ...deprecatedIf(isDeprecated) }
  })
  return [
    ...declared,
    ...registered(kubelet, marked),
    { name: 'version', type: 'version' },
    { name: 'help', type: 'bool' },
  ]
}

const unquoted = (text: string): string => text.replaceAll('"', '')

const deprecatedIf = (deprecated: boolean): { deprecated?: true } => (deprecated ? { deprecated: true } : {})

function* declarations(text: string, prefix: string, paths: ReadonlyMap<string, string>) {
  for (const [, method, target, quoted] of text.matchAll(declaration)) {
    const name = quoted === 'LogFlushFreqFlagName' ? 'log-flush-frequency' : unquoted(quoted!)
    const maker = /(\w+)[({]|(\w+)$/.exec(target!)
    const type = types[method!] ?? types[maker?.[1] ?? maker?.[2] ?? '']
    if (type === undefined) throw new Error(`--${name} has an unknown type: ${method} ${target}`)
    const variable = /&c\.([\w.]+)/.exec(target!)?.[1]?.replace(/(\.Duration)+$/, '')
    const field =
      variable === undefined ? joined[name] : paths.get(prefix + (renamed[variable] ?? variable).toLowerCase())
    if (variable !== undefined && field === undefined) throw new Error(`--${name} has no field: ${variable}`)
    yield { name, type, field, ofConfiguration: variable !== undefined }
  }
}

/** Flags of other packages, which the kubelet registers by name. */
function* registered(text: string, marked: ReadonlySet<string>): Generator<FlagFact> {
  const hints = text.includes('cadvisorflags.HousekeepingInterval')
    ? [{ name: 'housekeeping_interval', method: 'register' }]
    : []
  const calls = Array.from(
    text.matchAll(/\b((?:pflagR|r)egister(?:Deprecated)?)\(global, local, "([\w-]+)"/g),
    ([, method, name]) => ({ name: name!, method: method! }),
  )
  for (const { name: written, method } of [...calls, ...hints]) {
    const name = written.replaceAll('_', '-')
    yield {
      name,
      type: cadvisorTypes[name] ?? 'string',
      ...deprecatedIf(method === 'registerDeprecated' || marked.has(name)),
    }
  }
}
