import type { Value } from '../model/document.ts'
import type { Release } from '../model/releases.ts'
import { placed } from './tables.ts'
import { asInt, asMap } from './values.ts'

/** What a default may depend on: `Effective` without the answers that are defaults themselves. */
export interface Written {
  /** Whether the release is this one or a newer one. */
  isAtLeast(release: Release): boolean
  /** The value in the file, if Go can distinguish it from an absent one. */
  written(path: string): Value | undefined
  bool(path: string): boolean
  enabled(gate: string): boolean
}

/** undefined: the written value counts, otherwise the default of the table. */
export type Derivation = (config: Written) => Value | undefined

/**
 * Defaults that depend on more than the field and the release
 * (pkg/kubelet/apis/config/v1beta1/defaults.go; eviction: pkg/kubelet/kubeletconfig/configfiles).
 */
export const derivations: ReadonlyMap<string, Derivation> = new Map<string, Derivation>([
  ['nodeStatusReportFrequency', nodeStatusReportFrequency],
  ['serializeImagePulls', serializeImagePulls],
  ['podPidsLimit', podPidsLimit],
  ['evictionHard', evictionHard],
  ['crashLoopBackOff.maxContainerRestartPeriod', maxContainerRestartPeriod],
  ['imagePullCredentialsVerificationPolicy', imagePullCredentialsVerificationPolicy],
])

/** The frequency of the computation, if only that is set. */
function nodeStatusReportFrequency(config: Written): Value | undefined {
  return config.written('nodeStatusReportFrequency') ?? config.written('nodeStatusUpdateFrequency')
}

function serializeImagePulls(config: Written): Value | undefined {
  const parallel = config.written('maxParallelImagePulls')
  if (config.written('serializeImagePulls') !== undefined || parallel === undefined) return undefined
  return asInt(parallel) >= 2n ? placed({ type: 'bool', value: false }) : undefined
}

/** Every negative number means no limit. */
function podPidsLimit(config: Written): Value | undefined {
  const written = config.written('podPidsLimit')
  return asInt(written) < 0n ? { ...written!, type: 'int', value: -1n } : undefined
}

const evictionThresholds: readonly [signal: string, threshold: string, since: Release][] = [
  ['memory.available', '100Mi', '1.28'],
  ['nodefs.available', '10%', '1.28'],
  ['nodefs.inodesFree', '5%', '1.28'],
  ['imagefs.available', '15%', '1.28'],
  ['imagefs.inodesFree', '5%', '1.30'],
]

/** On Linux. All or nothing, unless the document merges the default thresholds. */
function evictionHard(config: Written): Value | undefined {
  const written = config.written('evictionHard')
  const merges = config.isAtLeast('1.33') && config.bool('mergeDefaultEvictionSettings')
  if (written !== undefined && !merges) return written
  const given = evictionThresholds
    .filter(([, , release]) => config.isAtLeast(release))
    .map(([signal, threshold]) => [signal, placed({ type: 'string', value: threshold })] as const)
  return { ...placed({ type: 'map', entries: new Map([...given, ...asMap(written)]) }), ...position(written) }
}

const position = (value: Value | undefined) => (value === undefined ? {} : { line: value.line, column: value.column })

function maxContainerRestartPeriod(config: Written): Value | undefined {
  const written = config.written('crashLoopBackOff.maxContainerRestartPeriod')
  if (written !== undefined || !config.enabled('KubeletCrashLoopBackOffMax')) return written
  return placed({ type: 'duration', value: 300_000_000_000n })
}

function imagePullCredentialsVerificationPolicy(config: Written): Value | undefined {
  const written = config.written('imagePullCredentialsVerificationPolicy')
  if (written !== undefined || !config.enabled('KubeletEnsureSecretPulledImages')) return written
  return placed({ type: 'string', value: 'NeverVerifyPreloadedImages' })
}
