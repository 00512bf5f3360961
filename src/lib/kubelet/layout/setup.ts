import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { afterProgram, type CommandLine, commandLineOf, wordsFrom } from '../flags/command-line.ts'
import { flagNamed, parseFlags } from '../flags/parse-flags.ts'
import { readSource, type SourceFile } from '../flags/source.ts'
import {
  ConfigDirWithoutConfig,
  ConfigRewritten,
  FieldsSetByFlags,
  KubeletBehindWrapper,
  type LayoutCare,
  type LayoutRefusal,
  NodeReplacedByProvider,
  RestartNotAlways,
  StartedWithOtherFlags,
  StartLimitLow,
  UnitNotUnderstood,
  UnitNotUsable,
  unitSubject,
} from './layout-messages.ts'
import { isKubelet } from './processes.ts'
import { environmentFilesOf, numberOf, type Properties, programOf, propertyOf, unitFilesOf } from './unit-properties.ts'

/** The unit of a kubelet, with its files as they are on disk: units, drop-ins, then environment files. */
export interface UnitSeen {
  readonly properties: Properties
  readonly files: readonly SourceFile[]
  /** The arguments of its main process, with the program; undefined when none runs. */
  readonly argv: readonly string[] | undefined
  /** ID= of /etc/os-release. */
  readonly system: string
}

/** Of a kubelet without --root-dir. */
export const usualRootDir = '/var/lib/kubelet'

/** Who set the kubelet up. */
export type Layout = 'plain' | 'kubeadm' | 'nodeadm'

/** How the kubelet of a machine is started. */
export interface KubeletSetup {
  readonly unit: string
  readonly layout: Layout
  /** The program that the unit starts. */
  readonly program: string
  /** In the order of systemd; they exist. */
  readonly unitFiles: readonly string[]
  readonly environmentFiles: readonly string[]
  /** The command line of the next start. */
  readonly line: CommandLine
  readonly config: string | undefined
  readonly configDir: string | undefined
  readonly rootDir: string
  readonly kubeconfig: string | undefined
  readonly hostnameOverride: string | undefined
  /** The variable of Environment= that holds --config and nothing else, such as KUBELET_CONFIG_ARGS. */
  readonly configVariable: string | undefined
}

export type SetupFound =
  | { readonly setup: KubeletSetup; readonly care: readonly LayoutCare[] }
  | { readonly refused: LayoutRefusal }

/** How the kubelet of a unit is set up, and what to take care of; or why an agent cannot work with it. */
export function setupOf(seen: UnitSeen): SetupFound {
  const { properties, files, argv } = seen
  const unit = propertyOf(properties, 'Id')
  const loadState = propertyOf(properties, 'LoadState')
  if (loadState !== 'loaded') return { refused: UnitNotUsable({ subject: unitSubject(unit), loadState }) }
  const line = lineOf(files, argv)
  if (line === undefined)
    return {
      refused: UnitNotUnderstood({ subject: unitSubject(unit), files: files.map(({ file }) => file) }),
    }
  const flag = flagsOf(line)
  const [config, configDir] = [flag('config'), flag('config-dir')]
  if (config === undefined && configDir !== undefined) return { refused: ConfigDirWithoutConfig({ configDir }) }
  const there = new Set(files.map(({ file }) => file))
  const setup = {
    unit,
    layout: layoutOf(files),
    program: programOf(properties) ?? argv?.[0] ?? 'kubelet',
    unitFiles: unitFilesOf(properties).filter((file) => there.has(file)),
    environmentFiles: environmentFilesOf(properties).filter((file) => there.has(file)),
    line,
    config,
    configDir,
    rootDir: flag('root-dir') ?? usualRootDir,
    kubeconfig: flag('kubeconfig'),
    hostnameOverride: flag('hostname-override'),
    configVariable: configVariableOf(files),
  }
  return { setup, care: careFor(setup, seen) }
}

/** From the unit's files, which count at the next start; else that of the process, when they cannot be read. */
function lineOf(files: readonly SourceFile[], argv: readonly string[] | undefined): CommandLine | undefined {
  try {
    return commandLineOf(files)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return argv !== undefined && isKubelet(argv) ? lineOfProcess(argv) : undefined
  }
}

const lineOfProcess = (argv: readonly string[]): CommandLine => ({
  ...afterProgram(wordsFrom('/proc', argv)),
  unset: [],
  environmentFiles: [],
  notes: [],
})

/** The last value of a flag; an empty one means that the flag is not set. */
function flagsOf({ words }: CommandLine): (name: string) => string | undefined {
  const { given } = parseFlags(words)
  return (name) => given.findLast(({ flag }) => flag.name === name)?.value || undefined
}

/** --config of the command line that these files give a kubelet; undefined when they do not show one. */
export function configIn(files: readonly SourceFile[]): string | undefined {
  const line = lineOf(files, undefined)
  return line && flagsOf(line)('config')
}

function layoutOf(files: readonly SourceFile[]): Layout {
  const text = files.map((one) => one.text).join('\n')
  if (text.includes('KUBELET_KUBEADM_ARGS') || files.some(({ file }) => file.endsWith('kubeadm-flags.env')))
    return 'kubeadm'
  return text.includes('NODEADM_KUBELET_ARGS') ? 'nodeadm' : 'plain'
}

/** Of Environment=, which a later drop-in can set again; an environment file would win over that. */
function configVariableOf(files: readonly SourceFile[]): string | undefined {
  const sources = files.map((one) => readable(one))
  const holds = sources.flatMap((source) =>
    source?.kind === 'unit' ? [...source.variables].filter(([, text]) => /^--config[= ]\S+$/.test(text.trim())) : [],
  )
  const elsewhere = (name: string) => sources.some((one) => one?.kind === 'variables' && one.variables.has(name))
  return holds.map(([name]) => name).findLast((name) => !elsewhere(name))
}

function readable(file: SourceFile): ReturnType<typeof readSource> | undefined {
  try {
    return readSource(file)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** Operating systems whose nodes a provider replaces. */
const replaced: ReadonlySet<string> = new Set(['cos'])
/** The rescue counts this many starts, and needs one more to act. */
const startsForRescue = 4

function careFor(setup: KubeletSetup, { properties, argv, system }: UnitSeen): readonly LayoutCare[] {
  const { unit, layout, config, line } = setup
  const subject = unitSubject(unit)
  const care: LayoutCare[] = []
  if (layout !== 'plain' && config !== undefined)
    care.push(ConfigRewritten({ subject: fileSubject(config), by: layout }))
  if (replaced.has(system)) care.push(NodeReplacedByProvider({ system }))
  const restart = propertyOf(properties, 'Restart')
  if (restart !== 'always') care.push(RestartNotAlways({ subject, restart }))
  const burst = numberOf(properties, 'StartLimitBurst')
  const interval = propertyOf(properties, 'StartLimitIntervalUSec')
  if (burst > 0 && burst < startsForRescue && interval !== '0') care.push(StartLimitLow({ subject, burst }))
  const isDirect = isKubelet([setup.program]) || (argv !== undefined && isKubelet(argv) && argv[0] === setup.program)
  if (!isDirect) care.push(KubeletBehindWrapper({ subject, program: setup.program }))
  const others = argv !== undefined && isKubelet(argv) ? otherFlags(line, argv) : []
  if (others.length > 0) care.push(StartedWithOtherFlags({ flags: others }))
  const fields = fieldsSet(line)
  if (fields.length > 0) care.push(FieldsSetByFlags({ fields }))
  return care
}

/** The names of flags that differ between the next start and the running process. */
function otherFlags(line: CommandLine, argv: readonly string[]): readonly string[] {
  const [next, now] = [valuesByFlag(line), valuesByFlag(lineOfProcess(argv))]
  return [...new Set([...next.keys(), ...now.keys()])].filter((name) => next.get(name) !== now.get(name)).sort()
}

const valuesByFlag = ({ words }: CommandLine): ReadonlyMap<string, string> => {
  const byName = Map.groupBy(parseFlags(words).given, ({ flag }) => flag.name)
  return new Map([...byName].map(([name, given]) => [name, given.map(({ value }) => value).join('\n')]))
}

const fieldsSet = ({ words }: CommandLine): readonly string[] =>
  [...new Set(parseFlags(words).given.flatMap(({ flag }) => flagNamed(flag.name)?.field ?? []))].sort()
