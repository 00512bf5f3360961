import type { Plain } from './node.ts'

interface Companions {
  readonly fields: readonly string[]
  /** What brings the fields within reach of a rule. */
  readonly given?: Readonly<Record<string, Plain>>
  readonly gates?: readonly string[]
}

/** From 1.35, one needs the other; and so does WindowsGracefulNodeShutdown, which 1.31 does not know. */
const withoutShutdown = { GracefulNodeShutdown: false, GracefulNodeShutdownBasedOnPodPriority: false }

/** What depends on a gate, and so on AllAlpha and AllBeta. */
const gated = [
  'cpuCFSQuotaPeriod',
  'crashLoopBackOff',
  'defaultPodSysctls',
  'enableSystemLogQuery',
  'imageMaximumGCAge',
  'imagePullCredentialsVerificationPolicy',
  'logging',
  'memoryReservationPolicy',
  'memorySwap',
  'memoryThrottlingFactor',
  'preloadedImagesVerificationAllowlist',
  'serverTLSBootstrap',
  'shutdownGracePeriod',
  'shutdownGracePeriodByPodPriority',
  'tracing',
]

/** Fields of the top level and gates that rules, defaults or the start-up look at together. */
export const companions: readonly Companions[] = [
  {
    fields: ['imagePullCredentialsVerificationPolicy', 'preloadedImagesVerificationAllowlist'],
    gates: ['KubeletEnsureSecretPulledImages'],
  },
  {
    given: { imagePullCredentialsVerificationPolicy: 'NeverVerifyAllowlistedImages' },
    fields: ['preloadedImagesVerificationAllowlist'],
    gates: ['KubeletEnsureSecretPulledImages'],
  },
  {
    given: { featureGates: { KubeletEnsureSecretPulledImages: true } },
    fields: ['imagePullCredentialsVerificationPolicy', 'preloadedImagesVerificationAllowlist'],
  },
  {
    given: {
      featureGates: { KubeletEnsureSecretPulledImages: true },
      imagePullCredentialsVerificationPolicy: 'NeverVerifyAllowlistedImages',
    },
    fields: ['preloadedImagesVerificationAllowlist'],
  },
  { fields: ['shutdownGracePeriod', 'shutdownGracePeriodCriticalPods'], gates: ['GracefulNodeShutdown'] },
  {
    given: { featureGates: withoutShutdown },
    fields: ['shutdownGracePeriod', 'shutdownGracePeriodCriticalPods'],
  },
  {
    given: { featureGates: { ...withoutShutdown, WindowsGracefulNodeShutdown: false } },
    fields: ['shutdownGracePeriod', 'shutdownGracePeriodCriticalPods'],
  },
  {
    fields: ['shutdownGracePeriod', 'shutdownGracePeriodCriticalPods', 'shutdownGracePeriodByPodPriority'],
    gates: ['GracefulNodeShutdown', 'GracefulNodeShutdownBasedOnPodPriority', 'WindowsGracefulNodeShutdown'],
  },
  { fields: ['shutdownGracePeriodByPodPriority'], gates: ['GracefulNodeShutdownBasedOnPodPriority'] },
  { fields: ['imageGCHighThresholdPercent', 'imageGCLowThresholdPercent'] },
  { fields: ['imageMaximumGCAge', 'imageMinimumGCAge'], gates: ['ImageMaximumGCAge'] },
  { given: { serializeImagePulls: true }, fields: ['maxParallelImagePulls'] },
  { fields: ['maxParallelImagePulls', 'serializeImagePulls'] },
  { fields: ['enableSystemLogQuery', 'enableSystemLogHandler'], gates: ['NodeLogQuery'] },
  { given: { featureGates: { NodeLogQuery: true } }, fields: ['enableSystemLogQuery', 'enableSystemLogHandler'] },
  { fields: ['enforceNodeAllocatable', 'cgroupsPerQOS', 'systemReservedCgroup', 'kubeReservedCgroup'] },
  { fields: ['enforceNodeAllocatable', 'kubeReservedCgroup', 'systemReservedCgroup'] },
  { fields: ['podLogsDir'] },
  { fields: ['reservedSystemCPUs', 'systemReservedCgroup', 'kubeReserved', 'systemReserved'] },
  { fields: ['memoryThrottlingFactor', 'memoryReservationPolicy'], gates: ['MemoryQoS'] },
  { given: { featureGates: { MemoryQoS: true } }, fields: ['memoryThrottlingFactor', 'memoryReservationPolicy'] },
  { fields: ['crashLoopBackOff'], gates: ['KubeletCrashLoopBackOffMax'] },
  { given: { featureGates: { KubeletCrashLoopBackOffMax: true } }, fields: ['crashLoopBackOff'] },
  {
    fields: ['topologyManagerPolicy', 'topologyManagerScope', 'topologyManagerPolicyOptions'],
    gates: ['TopologyManagerPolicyOptions', 'TopologyManagerPolicyAlphaOptions', 'TopologyManagerPolicyBetaOptions'],
  },
  { given: { topologyManagerPolicy: 'best-effort' }, fields: ['topologyManagerPolicyOptions'] },
  { given: { cpuManagerPolicy: 'static', reservedSystemCPUs: '0' }, fields: ['cpuManagerPolicyOptions'] },
  {
    given: {
      cpuManagerPolicy: 'static',
      reservedSystemCPUs: '0',
      featureGates: { CPUManagerPolicyAlphaOptions: true },
    },
    fields: ['cpuManagerPolicyOptions'],
  },
  {
    fields: ['cpuManagerPolicy', 'cpuManagerPolicyOptions'],
    gates: ['CPUManagerPolicyOptions', 'CPUManagerPolicyAlphaOptions', 'CPUManagerPolicyBetaOptions'],
  },
  { fields: ['evictionHard', 'mergeDefaultEvictionSettings'] },
  { fields: ['evictionSoft', 'evictionSoftGracePeriod', 'evictionMinimumReclaim'] },
  { fields: ['tlsCurvePreferences'] },
  { fields: ['evictionHard'] },
  { fields: ['evictionSoft'] },
  { fields: ['evictionMinimumReclaim'] },
  { fields: ['memorySwap', 'failSwapOn'], gates: ['NodeSwap'] },
  { given: { featureGates: { NodeSwap: true } }, fields: ['memorySwap'] },
  { fields: ['serverTLSBootstrap', 'rotateCertificates'], gates: ['RotateKubeletServerCertificate'] },
  { fields: ['tracing'], gates: ['KubeletTracing'] },
  { fields: ['logging'], gates: ['LoggingAlphaOptions', 'LoggingBetaOptions'] },
  { given: { featureGates: { LoggingAlphaOptions: true } }, fields: ['logging'] },
  { given: { featureGates: { LoggingBetaOptions: false } }, fields: ['logging'] },
  { fields: ['nodeStatusUpdateFrequency', 'nodeStatusReportFrequency'] },
  { fields: ['systemCgroups', 'cgroupRoot'] },
  { given: { enforceNodeAllocatable: ['none'] }, fields: ['cgroupsPerQOS'] },
  { fields: ['kubeReserved', 'systemReserved', 'reservedSystemCPUs', 'qosReserved'] },
  { fields: ['authorization', 'syncFrequency', 'configMapAndSecretChangeDetectionStrategy'] },
  { fields: ['tlsMinVersion', 'tlsCipherSuites', 'tlsCurvePreferences', 'enableServer'] },
  { given: { tlsCipherSuites: ['TLS_RSA_WITH_AES_128_GCM_SHA256'] }, fields: ['tlsMinVersion', 'enableServer'] },
  { fields: ['defaultPodSysctls'], gates: ['DefaultPodSysctls'] },
  { given: { featureGates: { DefaultPodSysctls: true } }, fields: ['defaultPodSysctls'] },
  { fields: ['cpuCFSQuota', 'cpuCFSQuotaPeriod'], gates: ['CustomCPUCFSQuotaPeriod'] },
  { given: { featureGates: { CustomCPUCFSQuotaPeriod: true } }, fields: ['cpuCFSQuotaPeriod'] },
  { fields: ['registerWithTaints', 'registerNode'] },
  {
    given: { registerWithTaints: ['1', '2'].map((value) => ({ key: 'a', value, effect: 'NoExecute' })) },
    fields: ['registerNode'],
  },
  { fields: ['containerRuntimeEndpoint', 'imageServiceEndpoint'] },
  { fields: ['address', 'port', 'readOnlyPort', 'healthzPort', 'healthzBindAddress', 'enableServer'] },
  { given: { port: 65535, readOnlyPort: 65535 }, fields: ['enableServer', 'healthzPort'] },
  { given: { healthzPort: 10250 }, fields: ['enableServer', 'address', 'healthzBindAddress'] },
  {
    given: { enforceNodeAllocatable: ['pods', 'kube-reserved'], kubeReservedCgroup: '/kube' },
    fields: ['kubeReserved'],
  },
  { given: { cgroupRoot: '/' }, fields: ['systemCgroups'] },
  { fields: ['staticPodPath', 'fileCheckFrequency', 'runtimeRequestTimeout'] },
  { fields: ['clusterDNS'] },
  { fields: ['userNamespaces', 'maxPods'], gates: ['UserNamespacesSupport'] },
  { given: { maxPods: 70000 }, fields: ['userNamespaces'], gates: ['UserNamespacesSupport'] },
  { fields: ['tlsCertFile', 'tlsPrivateKeyFile', 'enableServer', 'serverTLSBootstrap'] },
  { fields: ['reservedMemory', 'memoryManagerPolicy'] },
  { given: { featureGates: { AllAlpha: true } }, fields: gated },
  { given: { featureGates: { AllAlpha: true, AllBeta: true } }, fields: gated },
  { given: { featureGates: { AllBeta: false } }, fields: gated },
  { fields: ['failCgroupV1', 'singleProcessOOMKill', 'userNamespaces'] },
]
