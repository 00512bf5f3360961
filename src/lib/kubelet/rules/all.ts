import type { Rule } from './rule.ts'
import { featureGateRules } from './v01-v02-feature-gates.ts'
import { leaseCgroupsAndEventsRules } from './v03-v08-lease-cgroups-events.ts'
import { cfsQuotaRules } from './v09-v10-cfs-quota.ts'
import { imageGcRules } from './v11-v17-image-gc.ts'
import { sysctlRules } from './v18-sysctls.ts'
import { numberRules } from './v19-v31-numbers.ts'
import { parallelPullRules } from './v32-v33-parallel-pulls.ts'
import { bootstrapAndRunOnceRules } from './v34-v35-bootstrap-run-once.ts'
import { taintRules } from './v36-v37-taints.ts'
import { topologyRules } from './v38-v39-topology.ts'
import { shutdownRules } from './v40-v45-shutdown.ts'
import { memorySwapRules } from './v46-v47-memory-swap.ts'
import { crashLoopBackOffRules } from './v48-v50-crash-loop-back-off.ts'
import { nodeAllocatableRules } from './v51-v58-node-allocatable.ts'
import { hairpinModeRules } from './v59-hairpin-mode.ts'
import { imagePullCredentialsRules } from './v60-v64-image-pull-credentials.ts'
import { reservedCpusRules } from './v65-v66-reserved-cpus.ts'
import { reservedMemoryRules } from './v67-reserved-memory.ts'
import { cgroupV1Rules } from './v68-cgroup-v1.ts'
import { userNamespacesRules } from './v69-user-namespaces.ts'
import { hiddenMetricsRules } from './v70-hidden-metrics.ts'
import { loggingRules } from './v71-logging.ts'
import { tracingRules } from './v72-tracing.ts'
import { memoryQosRules } from './v73-v76-memory-qos.ts'
import { runtimeEndpointRules } from './v77-runtime-endpoint.ts'
import { logQueryRules } from './v78-v79-log-query.ts'
import { containerLogsRules } from './v80-v82-container-logs.ts'
import { podLogsDirRules } from './v83-v86-pod-logs-dir.ts'

/** The rules that the kubelet checks first. */
export const gateRules: readonly Rule[] = featureGateRules

/** The rest of ValidateKubeletConfiguration, in the kubelet's order. */
export const validationRules: readonly Rule[] = [
  ...leaseCgroupsAndEventsRules,
  ...cfsQuotaRules,
  ...imageGcRules,
  ...sysctlRules,
  ...numberRules,
  ...parallelPullRules,
  ...bootstrapAndRunOnceRules,
  ...taintRules,
  ...topologyRules,
  ...shutdownRules,
  ...memorySwapRules,
  ...crashLoopBackOffRules,
  ...nodeAllocatableRules,
  ...hairpinModeRules,
  ...imagePullCredentialsRules,
  ...reservedCpusRules,
  ...reservedMemoryRules,
  ...cgroupV1Rules,
  ...userNamespacesRules,
  ...hiddenMetricsRules,
  ...loggingRules,
  ...tracingRules,
  ...memoryQosRules,
  ...runtimeEndpointRules,
  ...logQueryRules,
  ...containerLogsRules,
  ...podLogsDirRules,
]
