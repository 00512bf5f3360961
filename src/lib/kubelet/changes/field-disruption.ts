import {
  type Consequence,
  ContainersInOldCgroups,
  ExitsOnOtherCpus,
  ExitsOnOtherIdRanges,
  ExitsOnOtherPolicy,
  ExitsOnOtherReservation,
  MayExitOnHost,
  MayLoseApiServer,
  MayRefuseRequests,
  NodeKeepsOldValue,
  PodsAtOldPath,
  PodsKeepOldAlignment,
  PodsKeepOldValue,
  PodsNoLongerFit,
  RuntimeMayDecide,
  StaticPodsStop,
  ValueTakesEffect,
} from './consequence.ts'
import type { Condition } from './direction.ts'
import type { Disruption } from './disruption.ts'

/** What a change of one field requires. A change that does not meet the condition requires a restart. */
export interface FieldDisruption extends Condition {
  readonly disruption: Disruption
  /** A file in the kubelet's root directory that must be removed. */
  readonly stateFile?: string
  readonly onPlainRestart: Consequence
}

const removing = (stateFile: string, consequence: (about: { stateFile: string }) => Consequence): FieldDisruption => ({
  disruption: 'state-file',
  stateFile,
  onPlainRestart: consequence({ stateFile }),
})

const of = (disruption: Disruption, consequence: () => Consequence): FieldDisruption => ({
  disruption,
  onPlainRestart: consequence(),
})

export const plainRestart: FieldDisruption = of('restart', ValueTakesEffect)

/**
 * The static CPU manager with strict-cpu-reservation: its state lists all CPUs except the reserved ones, and the
 * kubelet compares them when it starts (pkg/kubelet/cm/cpumanager/policy_static.go, validateState).
 */
export const otherStrictCpus: FieldDisruption = removing('cpu_manager_state', ExitsOnOtherCpus)

/**
 * With the feature gate KubeletCgroupDriverFromCRI, which is on from 1.31, the kubelet asks the runtime when it starts, and
 * uses the field only if the runtime cannot answer (cmd/kubelet/app/server.go, getCgroupDriverFromCRI).
 */
export const driverOfRuntime: FieldDisruption = of('reboot', RuntimeMayDecide)

const alignment = of('drain', PodsKeepOldAlignment)
const admission = of('drain', PodsNoLongerFit)
const reboot = of('reboot', ContainersInOldCgroups)
/** Only a new Node gets these values (pkg/kubelet/kubelet_node_status.go, initialNode and tryRegisterWithAPIServer). */
const registration = of('new-node', NodeKeepsOldValue)
/** Each pod keeps its range of IDs on disk (pkg/kubelet/userns/userns_manager.go, recordPodMappings and record). */
const idRanges = of('drain', ExitsOnOtherIdRanges)
const runningPodsKeep = of('restart', PodsKeepOldValue)
const client = of('restart', MayLoseApiServer)
const server = of('restart', MayRefuseRequests)
const host = of('restart', MayExitOnHost)

/** Top-level fields; all others require a restart. From live transitions and the field notes of 1.21. */
const rows: readonly (readonly [disruption: FieldDisruption, fields: string])[] = [
  [removing('cpu_manager_state', ExitsOnOtherPolicy), 'cpuManagerPolicy'],
  [removing('memory_manager_state', ExitsOnOtherPolicy), 'memoryManagerPolicy'],
  [removing('memory_manager_state', ExitsOnOtherReservation), 'reservedMemory'],
  [reboot, 'kubeletCgroups systemCgroups cgroupRoot cgroupsPerQOS cgroupDriver qosReserved'],
  [reboot, 'systemReservedCgroup kubeReservedCgroup'],
  [alignment, 'cpuManagerPolicyOptions topologyManagerPolicy topologyManagerScope topologyManagerPolicyOptions'],
  [alignment, 'reservedSystemCPUs'],
  [{ ...admission, when: 'lowered' }, 'maxPods'],
  [{ ...admission, when: 'lowered', zeroIsNoLimit: true }, 'podsPerCore'],
  [{ ...admission, when: 'raised' }, 'kubeReserved systemReserved evictionHard'],
  [admission, 'enforceNodeAllocatable localStorageCapacityIsolation'],
  [of('drain', PodsAtOldPath), 'podLogsDir volumePluginDir containerRuntimeEndpoint'],
  [of('drain', StaticPodsStop), 'staticPodPath staticPodURL'],
  [registration, 'registerWithTaints registerNode providerID'],
  [idRanges, 'userNamespaces'],
  [runningPodsKeep, 'podPidsLimit clusterDNS clusterDomain resolvConf seccompDefault hairpinMode defaultPodSysctls'],
  [runningPodsKeep, 'containerLogMaxSize containerLogMaxFiles'],
  [client, 'contentType rotateCertificates kubeAPIQPS kubeAPIBurst'],
  [server, 'serverTLSBootstrap authentication authorization address port tlsCertFile tlsPrivateKeyFile'],
  [server, 'tlsMinVersion tlsCipherSuites tlsCurvePreferences'],
  [host, 'protectKernelDefaults failSwapOn failCgroupV1 memorySwap featureGates readOnlyPort'],
]

/** By top-level field. */
export const fieldDisruptions: ReadonlyMap<string, FieldDisruption> = new Map(
  rows.flatMap(([disruption, fields]) => fields.split(' ').map((field) => [field, disruption] as const)),
)
