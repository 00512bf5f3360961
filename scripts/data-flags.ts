/**
 * Writes src/lib/kubelet-flags/data/flags.ts from the sources of the kubelet: the Go modules k8s.io/kubernetes and
 * k8s.io/component-base of one patch of each release, as `go mod download k8s.io/kubernetes@v1.NN.P` leaves them.
 * Usage: node scripts/data-flags.ts [DIRECTORY]; the directory is that of `go env GOMODCACHE`.
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fields } from '../src/lib/kubelet/data/fields.ts'
import { newest, type Release, releases } from '../src/lib/kubelet/model/releases.ts'
import type { Flag, FlagType } from '../src/lib/kubelet-flags/data/flag.ts'

/** A flag as the sources of one release declare it. */
type Declared = Pick<Flag, 'name' | 'type' | 'field' | 'deprecated'>

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

const paths = new Map(fields.map(({ path }) => [path.toLowerCase(), path]))
const [modules = execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim()] = process.argv.slice(2)
const declaration =
  /\bfs\.(\w*Var)P?\((&?[\w.]+(?:\([^"]*?\))?(?:\{[^"]*?\})?|\(\*string\)\([^"]*?\)), *("[\w-]+"|LogFlushFreqFlagName)/g

function collect(): Flag[] {
  const found = new Map<string, { declared: Declared; known: Release[] }>()
  for (const release of releases)
    for (const declared of flagsOf(release)) {
      const { known } = found.get(declared.name) ?? { known: [] }
      found.set(declared.name, { declared, known: [...known, release] })
    }
  return [...found.values()].map(row).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function flagsOf(release: Release): readonly Declared[] {
  const kubelet = [
    ...read(
      `kubernetes@v${release}.*/cmd/kubelet/app/options/{options,globalflags,globalflags_linux,globalflags_providers}.go`,
    ),
    ...read(`kubernetes@v${release}.*/pkg/kubelet/config/flags.go`),
  ].join('\n')
  const logs = read(`component-base@v${release.replace('1.', '0.')}.*/logs/api/v1/options.go`).join('\n')
  if (kubelet === '' || logs === '') throw new Error(`no sources of ${release} below ${modules}`)
  const notDeprecated = new Set(
    kubelet
      .match(/notDeprecated := [^}]*/)![0]
      .match(/"[^"]+"/g)!
      .map(unquoted),
  )
  const marked = new Set(Array.from(kubelet.matchAll(/MarkDeprecated\(("[^"]+")/g), ([, name]) => unquoted(name!)))
  const declared = [...declarations(kubelet, ''), ...declarations(logs, 'logging.')].map((flag) => {
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

const read = (pattern: string): string[] =>
  globSync(join(modules, 'k8s.io', pattern)).map((file) => readFileSync(file, 'utf8'))

const unquoted = (text: string): string => text.replaceAll('"', '')

const deprecatedIf = (deprecated: boolean): { deprecated?: true } => (deprecated ? { deprecated: true } : {})

function* declarations(text: string, prefix: string) {
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
function* registered(text: string, marked: ReadonlySet<string>): Generator<Declared> {
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

function row({ declared, known }: { declared: Declared; known: readonly Release[] }): Flag {
  const [since = newest] = known
  const until = known.at(-1) ?? newest
  if (known.length !== releases.indexOf(until) - releases.indexOf(since) + 1)
    throw new Error(`--${declared.name} is missing in a release between ${since} and ${until}`)
  return { ...declared, ...(since !== releases[0] && { since }), ...(until !== newest && { until }) }
}

function source(flags: readonly Flag[]): string {
  const literals = flags.map((flag) => {
    const properties = Object.entries(flag).map(
      ([key, value]) => `${key}: ${typeof value === 'string' ? `'${value}'` : value}`,
    )
    return `  { ${properties.join(', ')} },\n`
  })
  return `// Generated by scripts/data-flags.ts: the flags of the kubelet ${releases[0]} to ${newest} on Linux.
import type { Flag } from './flag.ts'

export const flags: readonly Flag[] = [
${literals.join('')}]
`
}

writeFileSync(join(import.meta.dirname, '../src/lib/kubelet-flags/data/flags.ts'), source(collect()))
