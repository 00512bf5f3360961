import type { Condition } from './direction.ts'
import type { ChangeKind } from './kind.ts'

/**
 * What a change of one field costs, and what happens to those who just restart the kubelet. A change that is not as the
 * condition says takes a restart.
 */
export interface Cost extends Condition {
  readonly kind: ChangeKind
  /** What the kubelet keeps in its root directory and has to forget. */
  readonly stateFile?: string
  /** What the kubelet does when it is restarted with the change, and nothing else is done. */
  readonly blindly: string
}

const policy = (stateFile: string): Cost => ({
  kind: 'state-file',
  stateFile,
  blindly: `it exits at each start: the policy differs from the one in ${stateFile} of its root directory`,
})

const reservation: Cost = {
  kind: 'state-file',
  stateFile: 'memory_manager_state',
  blindly: 'it exits at each start if memoryManagerPolicy is Static: memory_manager_state has the reservation of old',
}

const reboot: Cost = {
  kind: 'reboot',
  blindly: 'it may not start, and the containers that run stay in the cgroups of old',
}

const alignment: Cost = {
  kind: 'drain',
  blindly: 'it starts, and the pods that run keep the CPUs and memory they were given by the old rules',
}

const readmission: Cost = {
  kind: 'drain',
  blindly: 'it starts, and ends the pods that do not fit any more for good; no restart policy brings them back',
}

const paths: Cost = {
  kind: 'drain',
  blindly: 'it starts, and loses sight of what the pods that run have at the old path',
}

const staticPods: Cost = { kind: 'drain', blindly: 'it starts, and stops the static pods that the new source lacks' }

const registration: Cost = {
  kind: 'new-node',
  blindly: 'it starts, and nothing changes: a kubelet does this only when it registers its node',
}

const runningPodsKeep: Cost = {
  kind: 'restart',
  blindly: 'it starts; pods that run keep the old value until re-created',
}

const cutOff: Cost = {
  kind: 'restart',
  blindly: 'it starts, but a wrong value cuts the node off from the API server: only a change on the node undoes it',
}

const mayNotStart: Cost = { kind: 'restart', blindly: 'it exits at each start if the host does not meet it' }

/** Top-level fields; what is not named takes a restart. From the live transitions and the field notes of 1.21. */
const rows: readonly (readonly [cost: Cost, fields: string])[] = [
  [policy('cpu_manager_state'), 'cpuManagerPolicy'],
  [policy('memory_manager_state'), 'memoryManagerPolicy'],
  [reservation, 'reservedMemory'],
  [reboot, 'kubeletCgroups systemCgroups cgroupRoot cgroupsPerQOS cgroupDriver qosReserved'],
  [reboot, 'systemReservedCgroup kubeReservedCgroup'],
  [alignment, 'cpuManagerPolicyOptions topologyManagerPolicy topologyManagerScope topologyManagerPolicyOptions'],
  [alignment, 'reservedSystemCPUs'],
  [{ ...readmission, when: 'lowered' }, 'maxPods'],
  [{ ...readmission, when: 'lowered', zeroIsNoLimit: true }, 'podsPerCore'],
  [{ ...readmission, when: 'raised' }, 'kubeReserved systemReserved evictionHard'],
  [readmission, 'enforceNodeAllocatable localStorageCapacityIsolation'],
  [paths, 'podLogsDir volumePluginDir containerRuntimeEndpoint'],
  [staticPods, 'staticPodPath staticPodURL'],
  [registration, 'registerWithTaints registerNode'],
  [runningPodsKeep, 'podPidsLimit clusterDNS clusterDomain resolvConf seccompDefault hairpinMode defaultPodSysctls'],
  [runningPodsKeep, 'containerLogMaxSize containerLogMaxFiles'],
  [cutOff, 'contentType rotateCertificates serverTLSBootstrap kubeAPIQPS kubeAPIBurst authentication authorization'],
  [cutOff, 'address port tlsCertFile tlsPrivateKeyFile tlsMinVersion tlsCipherSuites tlsCurvePreferences'],
  [mayNotStart, 'protectKernelDefaults failSwapOn failCgroupV1 memorySwap featureGates userNamespaces readOnlyPort'],
]

/** By top-level field. */
export const costs: ReadonlyMap<string, Cost> = new Map(
  rows.flatMap(([cost, fields]) => fields.split(' ').map((field) => [field, cost] as const)),
)

export const plainRestart: Cost = { kind: 'restart', blindly: 'it starts and works with the new value' }
