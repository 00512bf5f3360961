import { parseQuantity } from '../../quantity/quantity.ts'
import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import type { Release } from '../model/releases.ts'
import { reservationFields } from '../startup/reservation.ts'

/** A field that has the same value and another meaning from a release on. Sentences continue the path. */
export interface MeaningChange {
  readonly path: string
  /** First release that has the new meaning. */
  readonly since: Release
  readonly now: string
  /** In the release before. */
  readonly before: string
  /** How to get what it meant before, or what to do about it. */
  readonly remedy?: string
  /** Feature gate on which the new meaning depends. */
  readonly gate?: string
  /** Its place in the kubelet's source. */
  readonly source: string
  /** Whether it changes anything for a document, which is given as the kubelets of both releases use it. */
  concerns(before: Effective, now: Effective): boolean
}

const isWritten =
  (path: string) =>
  (_: Effective, now: Effective): boolean =>
    now.written(path) !== undefined

/** The field is set, and its gate is on only in the newer release. */
const isWrittenAndGateTurnsOn =
  (path: string, gate: string): MeaningChange['concerns'] =>
  (before, now) =>
    now.written(path) !== undefined && now.enabled(gate) && !before.enabled(gate)

const nanosPerMilli = 1_000_000n

/** Whether a reservation of CPU has a fraction of a thousandth. */
const hasFractionOfMillis = (config: Effective): boolean =>
  reservationFields.some((field) => {
    const quantity = parseQuantity(asText(config.map(field).get('cpu')))
    return quantity !== undefined && quantity.nanos % nanosPerMilli !== 0n
  })

/** Changes that no table of fields, defaults and feature gates shows, oldest first: from changelogs and code. */
export const meaningChanges: readonly MeaningChange[] = [
  {
    path: 'memorySwap.swapBehavior',
    since: '1.30',
    now: 'unset, no pod uses swap (NoSwap)',
    before: 'all pods could use all of it (UnlimitedSwap), with the feature gate NodeSwap',
    remedy: 'set LimitedSwap to give Burstable pods a share; UnlimitedSwap is gone',
    gate: 'NodeSwap',
    source: 'pkg/kubelet/kuberuntime/kuberuntime_container_linux.go, configureContainerSwapResources',
    concerns: (before, now) =>
      before.enabled('NodeSwap') && !now.bool('failSwapOn') && now.text('memorySwap.swapBehavior') === '',
  },
  {
    path: 'cgroupDriver',
    since: '1.31',
    now: 'is used only if the container runtime does not report its own driver (containerd 2.0 and CRI-O 1.28 do)',
    before: 'was always used',
    gate: 'KubeletCgroupDriverFromCRI',
    source: 'cmd/kubelet/app/server.go, getCgroupDriverFromCRI',
    concerns: isWrittenAndGateTurnsOn('cgroupDriver', 'KubeletCgroupDriverFromCRI'),
  },
  {
    path: 'cpuCFSQuota',
    since: '1.33',
    now: 'sets no quota for containers with exclusive CPUs of the static CPU manager',
    before: 'throttled them at their CPU limit',
    gate: 'DisableCPUQuotaWithExclusiveCPUs',
    source: 'pkg/kubelet/kuberuntime/kuberuntime_container_linux.go, generateLinuxContainerResources',
    concerns: (_, now) =>
      now.text('cpuManagerPolicy') === 'static' &&
      now.bool('cpuCFSQuota') &&
      now.enabled('DisableCPUQuotaWithExclusiveCPUs'),
  },
  {
    path: 'nodeStatusReportFrequency',
    since: '1.34',
    now: 'varies by up to half of it for the first report after a change, so that nodes do not report all at once',
    before: 'was exact',
    source: 'pkg/kubelet/kubelet_node_status.go, calculateDelay',
    concerns: isWritten('nodeStatusReportFrequency'),
  },
  {
    path: 'userNamespaces.idsPerPod',
    since: '1.35',
    now: 'is the number of IDs that a pod gets',
    before: 'was ignored: each pod got 65536',
    remedy: 'before the upgrade, drain the node if it has pods with hostUsers: false',
    source: 'pkg/kubelet/userns/userns_manager.go, MakeUserNsManager',
    concerns: (_, now) => ![undefined, 0n, 65_536n].includes(written(now, 'userNamespaces.idsPerPod')),
  },
  {
    path: 'preloadedImagesVerificationAllowlist',
    since: '1.36',
    now: 'matches images whatever their tag or digest, by the names that pods write: alpine is not docker.io/library/alpine',
    before: 'matched no image with a tag or a digest, and no short name',
    remedy: 'name each image as pods name it',
    source: 'pkg/kubelet/images/pullmanager/image_pull_policies.go, RequireCredentialVerificationForImage',
    concerns: isWritten('preloadedImagesVerificationAllowlist'),
  },
  {
    path: 'eventRecordQPS',
    since: '1.37',
    now: '0 is no limit on events, and eventBurst has no effect',
    before: '0 was 5 per second, the default of the client',
    remedy: 'write 5 to keep that; the default is 50',
    source: 'cmd/kubelet/app/server.go, run',
    concerns: (_, now) => written(now, 'eventRecordQPS') === 0n,
  },
  {
    path: 'evictionHard',
    since: '1.37',
    now: 'does not count hugepages as memory.available, so that a node with hugepages evicts pods earlier',
    before: 'counted them, as did evictionSoft',
    remedy: 'featureGates.HugepageAwareEviction: false is the way back',
    gate: 'HugepageAwareEviction',
    source: 'pkg/kubelet/server/stats/summary.go, adjustForHugePages',
    concerns: (before, now) => now.enabled('HugepageAwareEviction') && !before.enabled('HugepageAwareEviction'),
  },
  {
    path: 'kubeReserved',
    since: '1.37',
    now: 'has its cpu rounded to the nearest thousandth, as has systemReserved',
    before: 'was rounded up',
    source: 'cmd/kubelet/app/server.go, parseResourceList',
    concerns: (_, now) => now.text('reservedSystemCPUs') === '' && hasFractionOfMillis(now),
  },
  {
    path: 'memoryThrottlingFactor',
    since: '1.37',
    now: 'throttles containers at this part of their memory limit on hosts with cgroup v2, as MemoryQoS is on by default',
    before: 'had no effect without the feature gate MemoryQoS, though 0.9 was the default',
    remedy: 'omit it to throttle none',
    gate: 'MemoryQoS',
    source: 'pkg/kubelet/kuberuntime/kuberuntime_container_linux.go, generateLinuxContainerResources',
    concerns: isWrittenAndGateTurnsOn('memoryThrottlingFactor', 'MemoryQoS'),
  },
  {
    path: 'enableSystemLogQuery',
    since: '1.37',
    now: 'shows the whole configuration to who may read nodes/log: the kubelet logs it when it starts',
    before: 'it was logged only with logging.verbosity 5 or more',
    remedy: 'give nodes/log to trusted users only',
    source: 'cmd/kubelet/app/server.go, marshalKubeletConfigForLog',
    concerns: (_, now) => now.bool('enableSystemLogQuery'),
  },
]

const written = (config: Effective, path: string): bigint | undefined =>
  config.written(path) === undefined ? undefined : config.int(path)
