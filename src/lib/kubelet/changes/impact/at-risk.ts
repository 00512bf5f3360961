import { parseQuantity } from '../../../quantity/quantity.ts'
import type { Effective } from '../../defaults/effective.ts'
import { thresholdFor } from '../../startup/threshold.ts'
import type { AssessedChange } from '../assess.ts'
import { exclusiveCpusAtRisk, guaranteedMemoryAtRisk, topologyAtRisk } from './at-risk-managers.ts'
import type { NodeEvidence, PodEvidence } from './evidence.ts'
import { loses, nanosOf } from './offer.ts'
import {
  type AtRisk,
  EffectNotKnown,
  PodsMemoryNotKnown,
  type RiskReason,
  SignalNotKnown,
  type UnknownEvidence,
  type Weighed,
} from './risk.ts'

type Look = (weighed: Weighed, change: AssessedChange) => readonly (AtRisk | UnknownEvidence)[]

const nothing: Look = () => []
const risk = (why: RiskReason, pods: readonly PodEvidence[]): readonly AtRisk[] =>
  pods.length === 0 ? [] : [{ why, pods }]
const all =
  (why: RiskReason): Look =>
  ({ evidence: { pods } }) =>
    risk(why, pods)
const those =
  (why: RiskReason, is: (pod: PodEvidence, weighed: Weighed) => boolean): Look =>
  (weighed) =>
    risk(
      why,
      weighed.evidence.pods.filter((pod) => is(pod, weighed)),
    )
const several =
  (...looks: readonly Look[]): Look =>
  (weighed, change) =>
    looks.flatMap((look) => look(weighed, change))

/** The kubelet that starts enforces the limit of all pods at once (pkg/kubelet/cm/node_container_manager_linux.go). */
const podsMemory: Look = ({ before, after, evidence }) => {
  const [old, current] = [before, after].map((config) => memoryLimit(config, evidence))
  if (current === undefined || (old !== undefined && current >= old)) return []
  const used = evidence.machine.podsMemory
  if (used === undefined) return evidence.pods.length === 0 ? [] : [PodsMemoryNotKnown()]
  return used > current ? risk('PodsMemoryLimit', evidence.pods) : []
}

/** undefined: none. */
function memoryLimit(config: Effective, { capacity }: NodeEvidence): bigint | undefined {
  const enforced = config
    .list('enforceNodeAllocatable')
    .some((value) => value.type === 'string' && value.value === 'pods')
  const memory = parseQuantity(capacity['memory'] ?? '')?.nanos
  if (!enforced || memory === undefined) return undefined
  const held = ['kubeReserved', 'systemReserved'].map((field) => reservedIn(config, field))
  return (memory - held.reduce((sum, one) => sum + one, 0n)) / billion
}

const reservedIn = (config: Effective, field: string): bigint => {
  const value = config.map(field).get('memory')
  return (value?.type === 'string' && parseQuantity(value.value)?.nanos) || 0n
}

const billion = 1_000_000_000n

/** Pods are not evicted while more is left than the threshold, and a tenth of it. */
const eviction: Look = ({ after, evidence }, { path }) => {
  const signal = /\[(.+)\]$/.exec(path)?.[1]
  if (evidence.pods.length === 0) return []
  const seen = signal === undefined ? undefined : evidence.machine.signals?.get(signal)
  if (signal === undefined || seen === undefined) return [SignalNotKnown({ signal: signal ?? path })]
  const threshold = nanosOf(thresholdFor(after, 'evictionHard', signal), seen.capacity * billion)
  if (threshold === undefined) return [SignalNotKnown({ signal })]
  const isLeft = seen.available * billion * 10n > threshold * 11n
  return isLeft
    ? []
    : risk(
        'EvictionThreshold',
        evidence.pods.filter(({ isCritical }) => !isCritical),
      )
}

/** Their size is limited from then on. */
const storageLimits: Look = ({ before, after, evidence }, { path }) =>
  loses(after, before, 'localStorageCapacityIsolation') && evidence.pods.length > 0 ? [EffectNotKnown({ path })] : []

/** Of daemons, which the machine runs its pods with. */
const enforcement: Look = (weighed, change) => {
  const [old, current] = [weighed.before, weighed.after].map((config) => daemonsIn(config))
  const isMore = current!.some((name) => !old!.includes(name))
  return isMore && weighed.evidence.pods.length > 0
    ? [EffectNotKnown({ path: change.path })]
    : podsMemory(weighed, change)
}

const daemonsIn = (config: Effective): readonly string[] =>
  config
    .list('enforceNodeAllocatable')
    .flatMap((value) => (value.type === 'string' ? [value.value] : []))
    .filter((name) => name !== 'pods' && name !== 'none')

const reservations = several(exclusiveCpusAtRisk, podsMemory)

/** By top-level field: what a restart with another value may do to pods, apart from their admission. */
const looks: Readonly<Record<string, Look>> = {
  maxPods: nothing,
  podsPerCore: nothing,
  kubeReserved: reservations,
  systemReserved: reservations,
  reservedSystemCPUs: exclusiveCpusAtRisk,
  cpuManagerPolicy: several(exclusiveCpusAtRisk, topologyAtRisk),
  cpuManagerPolicyOptions: exclusiveCpusAtRisk,
  memoryManagerPolicy: several(guaranteedMemoryAtRisk, topologyAtRisk),
  reservedMemory: guaranteedMemoryAtRisk,
  topologyManagerPolicy: topologyAtRisk,
  topologyManagerScope: topologyAtRisk,
  topologyManagerPolicyOptions: topologyAtRisk,
  evictionHard: eviction,
  enforceNodeAllocatable: enforcement,
  localStorageCapacityIsolation: storageLimits,
  // The runtime keeps the paths of running containers.
  podLogsDir: nothing,
  volumePluginDir: those('FlexVolumes', ({ usesFlexVolume }) => usesFlexVolume),
  containerRuntimeEndpoint: all('OtherRuntime'),
  staticPodPath: those('StaticPodSource', ({ isStatic }) => isStatic),
  staticPodURL: those('StaticPodSource', ({ isStatic }) => isStatic),
  userNamespaces: those(
    'IdRanges',
    ({ mapsUsers, uid }, { evidence }) => mapsUsers || evidence.machine.idRanges?.includes(uid) === true,
  ),
  // The Node keeps its value: nothing happens to pods.
  registerWithTaints: nothing,
  registerNode: nothing,
  providerID: nothing,
  ...Object.fromEntries(
    [
      'kubeletCgroups',
      'systemCgroups',
      'cgroupRoot',
      'cgroupsPerQOS',
      'cgroupDriver',
      'qosReserved',
      'systemReservedCgroup',
      'kubeReservedCgroup',
    ].map((field) => [field, all('OldCgroups')]),
  ),
}

/** What these changes may do to pods, and what is not known of that. */
export const atRisk = (changes: readonly AssessedChange[], weighed: Weighed): readonly (AtRisk | UnknownEvidence)[] =>
  changes.flatMap((change) => {
    const look = looks[/^\w+/.exec(change.path)?.[0] ?? '']
    if (look !== undefined) return look(weighed, change)
    return weighed.evidence.pods.length === 0 ? [] : [EffectNotKnown({ path: change.path })]
  })
