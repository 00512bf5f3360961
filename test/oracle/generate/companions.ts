interface Companions {
  readonly fields: readonly string[]
  readonly gates?: readonly string[]
}

/** Fields of the top level and gates that rules, defaults or the start-up look at together. */
export const companions: readonly Companions[] = [
  {
    fields: ['imagePullCredentialsVerificationPolicy', 'preloadedImagesVerificationAllowlist'],
    gates: ['KubeletEnsureSecretPulledImages'],
  },
  {
    fields: ['shutdownGracePeriod', 'shutdownGracePeriodCriticalPods', 'shutdownGracePeriodByPodPriority'],
    gates: ['GracefulNodeShutdown', 'GracefulNodeShutdownBasedOnPodPriority', 'WindowsGracefulNodeShutdown'],
  },
  { fields: ['shutdownGracePeriodByPodPriority'], gates: ['GracefulNodeShutdownBasedOnPodPriority'] },
  { fields: ['imageGCHighThresholdPercent', 'imageGCLowThresholdPercent'] },
  { fields: ['imageMaximumGCAge', 'imageMinimumGCAge'], gates: ['ImageMaximumGCAge'] },
  { fields: ['maxParallelImagePulls', 'serializeImagePulls'] },
  { fields: ['enableSystemLogQuery', 'enableSystemLogHandler'], gates: ['NodeLogQuery'] },
  { fields: ['enforceNodeAllocatable', 'cgroupsPerQOS', 'systemReservedCgroup', 'kubeReservedCgroup'] },
  { fields: ['reservedSystemCPUs', 'systemReservedCgroup', 'kubeReserved', 'systemReserved'] },
  { fields: ['memoryThrottlingFactor', 'memoryReservationPolicy'], gates: ['MemoryQoS'] },
  { fields: ['crashLoopBackOff'], gates: ['KubeletCrashLoopBackOffMax'] },
  {
    fields: ['topologyManagerPolicy', 'topologyManagerScope', 'topologyManagerPolicyOptions'],
    gates: ['TopologyManagerPolicyOptions', 'TopologyManagerPolicyAlphaOptions', 'TopologyManagerPolicyBetaOptions'],
  },
  {
    fields: ['cpuManagerPolicy', 'cpuManagerPolicyOptions'],
    gates: ['CPUManagerPolicyOptions', 'CPUManagerPolicyAlphaOptions', 'CPUManagerPolicyBetaOptions'],
  },
  { fields: ['evictionHard', 'mergeDefaultEvictionSettings'] },
  { fields: ['evictionSoft', 'evictionSoftGracePeriod', 'evictionMinimumReclaim'] },
  { fields: ['memorySwap', 'failSwapOn'], gates: ['NodeSwap'] },
  { fields: ['serverTLSBootstrap', 'rotateCertificates'], gates: ['RotateKubeletServerCertificate'] },
  { fields: ['tracing'], gates: ['KubeletTracing'] },
  { fields: ['logging'], gates: ['LoggingAlphaOptions', 'LoggingBetaOptions'] },
  { fields: ['nodeStatusUpdateFrequency', 'nodeStatusReportFrequency'] },
  { fields: ['systemCgroups', 'cgroupRoot'] },
  { fields: ['tlsMinVersion', 'tlsCipherSuites', 'tlsCurvePreferences'] },
  { fields: ['defaultPodSysctls'], gates: ['DefaultPodSysctls'] },
  { fields: ['cpuCFSQuota', 'cpuCFSQuotaPeriod'], gates: ['CustomCPUCFSQuotaPeriod'] },
  { fields: ['registerWithTaints', 'registerNode'] },
  { fields: ['reservedMemory', 'memoryManagerPolicy'] },
  { fields: ['failCgroupV1', 'singleProcessOOMKill', 'userNamespaces'] },
]
